/** A file that goes with an email. */
export type Attachment = { filename: string; contentType: string; content: Uint8Array };

/** An email as content writes it and the gateway sends it. */
export type OutgoingEmail = {
  /** A single address. It is never parsed as a list. */
  to: string;
  /** Identifies an email that may be sent again after a crash: the same id gives the same Message-ID. */
  id?: string;
  /** It isn't sent a second time if the first may have arrived, even though the server didn't say so. */
  isSentOnce?: boolean;
  subject: string;
  text: string;
  html: string;
  /** The recipient of replies, if that isn't the sender. */
  replyTo?: { name: string; address: string };
  /** Extra headers: ASCII, one line each. */
  headers?: Record<string, string>;
  attachments?: Attachment[];
};
