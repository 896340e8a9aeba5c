/** One received mail or text message for one recipient, as `/inbox.json` gives it. */
export type Message = {
  kind: 'mail' | 'sms';
  /** An address, or a phone number. */
  to: string;
  from: string;
  /** Of a text message: `SMS` or `WhatsApp`. */
  subject: string;
  text: string;
  html: string;
  /** The http(s) addresses in `text`, in order, without repeats. */
  links: string[];
  /** The first number of six to eight digits in `text`, for people who were sent a code. */
  code: string | null;
  /** ISO moment of arrival. */
  at: string;
};
