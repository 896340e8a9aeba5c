import { Check, Goal, Store } from 'lucide-react';
import { assistantById } from '#contract/chat/assistants.ts';
import { LANGUAGES_CLAIMED, SETUP_CLAIM } from '#src/domain/site/public-claims.ts';
import { AssistantAvatar } from '#src/ui/assistant-avatar.tsx';
import { Badge } from '#src/ui/badge.tsx';

const SEOMI = assistantById('seomi');
const OPSIE = assistantById('opsie');

/** Connect, Ask, Automate (spec §2), told by what works today (DECISIONS "No vapour"). */
export function HowSection() {
  return (
    <section className="section sunk" id="how-it-works" aria-labelledby="how-title">
      <div className="wrap">
        <div className="section-head">
          <h2 className="h1" id="how-title">
            Working by this afternoon.
          </h2>
          <p className="lede">
            Or let us do it:{' '}
            <a className="link" href="/contact?topic=setup">
              {SETUP_CLAIM.what}
            </a>{' '}
            in {SETUP_CLAIM.value}.
          </p>
        </div>
        <ol className="steps">
          <li>
            <h3 className="h3">Connect</h3>
            <p>
              Tell Brain AI what you do and what you want more of. Two short steps, and every teammate knows it before
              you ask.
            </p>
            <div className="scene">
              <p className="row between">
                <span className="row">
                  <Store className="icon" aria-hidden="true" />
                  E-commerce
                </span>
                <Done text="Step 1" />
              </p>
              <p className="row between">
                <span className="row">
                  <Goal className="icon" aria-hidden="true" />
                  Increase sales
                </span>
                <Done text="Step 2" />
              </p>
            </div>
          </li>
          <li>
            <h3 className="h3">Ask</h3>
            <p>
              Write as you would to a colleague. Plain words, at any hour, in any of {LANGUAGES_CLAIMED}+ languages.
            </p>
            <div className="scene">
              <p className="msg me">
                <span className="bubble">Our plates get visits, but no orders.</span>
              </p>
              <div className="msg" data-assistant={SEOMI.id}>
                <AssistantAvatar id={SEOMI.id} size={36} />
                <p className="bubble">Then say the price in the first line. Paste the page and I rewrite it.</p>
              </div>
            </div>
          </li>
          <li>
            <h3 className="h3">Automate</h3>
            <p>
              Hand over what comes back every week. {OPSIE.name} writes the routine down step by step, and the
              conversation stays: next time one line is enough.
            </p>
            <div className="scene">
              <div className="row" data-assistant={OPSIE.id}>
                <AssistantAvatar id={OPSIE.id} size={36} />
                <p className="grow">
                  <b className="strong">New order, thank-you note</b>
                  <br />
                  <span className="small muted">A routine in five steps</span>
                </p>
                <Done text="Written" />
              </div>
            </div>
          </li>
        </ol>
      </div>
    </section>
  );
}

function Done({ text }: { text: string }) {
  return (
    <Badge tone="success">
      <Check className="icon" aria-hidden="true" />
      {text}
    </Badge>
  );
}
