/** A mail as content writes it and the gateway sends it. */
export type OutgoingMail = {
  /** One address. What reads like a list in it is not taken for one. */
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Who gets the answer, where that is not the sender. */
  replyTo?: { name: string; address: string };
  /** Further headers, of ASCII, each of one line. */
  headers?: Record<string, string>;
};
