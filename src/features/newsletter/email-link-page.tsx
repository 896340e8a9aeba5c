import { buttonClass } from '#src/ui/button-class.ts';
import './newsletter.css';

type EmailLinkPageProps = {
  title: string;
  text: string;
  /** Where the button submits the link's token. */
  action: '/newsletter/confirm' | '/newsletter/unsubscribe';
  token: string;
  button: string;
};

/**
 * The target of an email's link. Only its button performs the action: programs that scan emails open links, but don't press
 * buttons.
 */
export function EmailLinkPage({ title, text, action, token, button }: EmailLinkPageProps) {
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
