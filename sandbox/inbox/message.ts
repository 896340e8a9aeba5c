/** One received email or text message for one recipient, as `/inbox.json` returns it. */
export type Message = {
  kind: 'mail' | 'sms';
  /** An address, or a phone number. */
  to: string;
  from: string;
  /** The Message-ID of an email: one that comes again with the same is not kept again. */
  messageId?: string;
  /** The channel of a text message: `SMS` or `WhatsApp`. */
  subject: string;
  text: string;
  html: string;
  /** The http(s) URLs in `text`, in order, without repeats. */
  links: string[];
  /** The first number of six to eight digits in `text`, which is usually a code. */
  code: string | null;
  /** The files that came with it; their content isn't kept. Absent if there are none. */
  attachments?: { name: string; type: string; bytes: number }[];
  /** ISO time of arrival. */
  at: string;
};
