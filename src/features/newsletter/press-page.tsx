import { buttonClass } from '#src/ui/button-class.ts';
import './newsletter.css';

type PressPageProps = {
  title: string;
  text: string;
  /** Where the press goes, with the token of the link. */
  action: '/newsletter/confirm' | '/newsletter/unsubscribe';
  token: string;
  button: string;
};

/**
 * A page behind a link of a mail. Only its button does what the link is for: programs that look at the links of a mail open
 * them, and do not press.
 */
export function PressPage({ title, text, action, token, button }: PressPageProps) {
  return (
    <div className="wrap newsletter-page">
      <div className="stack">
        <h1 className="h1">{title}</h1>
        <p className="lede">{text}</p>
      </div>
      <form action={action} method="post">
        <input type="hidden" name="token" value={token} />
        <button className={buttonClass({ size: 'lg' })} type="submit">
          {button}
        </button>
      </form>
    </div>
  );
}
