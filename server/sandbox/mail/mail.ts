/** One received mail for one recipient, as `/inbox.json` gives it. */
export type Mail = {
  kind: 'mail';
  to: string;
  from: string;
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
