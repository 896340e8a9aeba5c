import { assistantById, type AssistantId } from '#contract/chat/assistants.ts';
import { LANGUAGES_CLAIMED, SETUP_CLAIM } from '#src/domain/site/public-claims.ts';
import { AssistantAvatar } from '#src/ui/brand/assistant-avatar.tsx';
import { Initials } from '#src/ui/brand/initials.tsx';

const BRAIN = assistantById('brain_ai');
const SEOMI = assistantById('seomi');
const OPSIE = assistantById('opsie');

/** What the profile of an invented shop says: facts that every teammate's instructions contain. */
const PROFILE = [
  ['Business', 'Fern & Kiln, e-commerce'],
  ['Goal', 'Increase sales'],
  ['Website', 'fernandkiln.com'],
] as const;

/** What an automation might do, in three steps. */
const ROUTINE: readonly { text: string; by: AssistantId | null }[] = [
  { text: 'Soshie gathers what’s new, each Monday at 9:00', by: 'soshie' },
  { text: 'Emmie turns them into a draft', by: 'emmie' },
  { text: 'You approve it, and it’s in your inbox', by: null },
];

/** Connect, Ask, Automate (SITE-1), described by what works today (PLAN-4). */
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
              Tell {BRAIN.name} what you do and what you want more of. After that, every teammate knows it before you
              ask.
            </p>
            <div className="act" data-assistant={BRAIN.id}>
              <ActHead id={BRAIN.id} title={BRAIN.name} text="What I know so far" />
              <dl>
                {PROFILE.map(([what, value]) => (
                  <div key={what}>
                    <dt>{what}</dt>
                    <dd>{value}</dd>
                  </div>
                ))}
              </dl>
            </div>
          </li>
          <li>
            <h3 className="h3">Ask</h3>
            <p>
              Write the way you’d write to a colleague. Plain words, at any hour, in any of {LANGUAGES_CLAIMED}+
              languages.
            </p>
            <div className="act" data-assistant={SEOMI.id}>
              <ActHead id={SEOMI.id} title={SEOMI.name} text={SEOMI.role} />
              <div className="talk">
                <p className="msg me">
                  <span className="bubble">Our plates get visits but no orders.</span>
                </p>
                <p className="msg">
                  <span className="bubble">
                    Then put the price in the first line. Paste the page and I’ll rewrite it.
                  </span>
                </p>
                <p className="msg me">
                  <span className="bubble">Here it is.</span>
                </p>
              </div>
            </div>
          </li>
          <li>
            <h3 className="h3">Automate</h3>
            <p>
              Describe what comes back every week. It becomes steps that you can rehearse, and that ask you before
              anything goes out.
            </p>
            <div className="act" data-assistant={OPSIE.id}>
              <ActHead id={OPSIE.id} title="Monday newsletter" text="An automation in three steps" />
              <ol className="chain">
                {ROUTINE.map(({ text, by }) => (
                  <li key={text}>
                    <span>{text}</span>
                    {by === null ? <Initials name="Maya Lindqvist" /> : <AssistantAvatar id={by} size={28} />}
                  </li>
                ))}
              </ol>
            </div>
          </li>
        </ol>
        <p className="samples">Fern &amp; Kiln is a shop we made up for this page.</p>
      </div>
    </section>
  );
}

function ActHead({ id, title, text }: { id: AssistantId; title: string; text: string }) {
  return (
    <header>
      <AssistantAvatar id={id} size={40} />
      <p>
        <b>{title}</b>
        <span className="small muted">{text}</span>
      </p>
    </header>
  );
}
