import { assistantById, GENERAL_ASSISTANTS, TEAM } from '#contract/chat/assistants.ts';
import { INTRODUCTIONS } from '#contract/chat/introductions.ts';
import { listInWords } from '#src/lib/text/list-in-words.ts';
import { AssistantAvatar } from '#src/ui/brand/assistant-avatar.tsx';

const LEAD = assistantById('brain_ai');
const SPECIALISTS = TEAM.filter((teammate) => teammate !== LEAD);

export function TeamSection() {
  return (
    <section className="section" id="ai-team" aria-labelledby="team-title">
      <div className="wrap" id="features">
        <div className="section-head">
          <h2 className="h1" id="team-title">
            A small office, fully staffed.
          </h2>
          <p className="lede">
            Everyone has one job and does it well. Ask in your own words, the way you’d ask a colleague.
          </p>
        </div>
        <article className="lead-mate" id={LEAD.slug}>
          <AssistantAvatar id={LEAD.id} size={112} />
          <div className="stack">
            <h3 className="h2">{LEAD.name}</h3>
            <p>{INTRODUCTIONS[LEAD.id].description}</p>
          </div>
          <span className="badge">In every plan</span>
        </article>
        <ul className="roster">
          {SPECIALISTS.map((teammate) => (
            <li key={teammate.id} id={teammate.slug} data-assistant={teammate.id}>
              <AssistantAvatar id={teammate.id} size={64} />
              <div className="stack">
                <div className="top">
                  <h3 className="h3">{teammate.name}</h3>
                  <span className="small muted">{teammate.role}</span>
                </div>
                <p>{INTRODUCTIONS[teammate.id].description}</p>
                <q>{INTRODUCTIONS[teammate.id].sampleRequest}</q>
              </div>
            </li>
          ))}
          <li className="also">
            <p className="muted">{`Also on hand, in every account: ${listInWords(GENERAL_ASSISTANTS.map((assistant) => assistant.name))}.`}</p>
            <p className="row">
              {GENERAL_ASSISTANTS.map((assistant) => (
                <AssistantAvatar key={assistant.id} id={assistant.id} size={40} />
              ))}
            </p>
          </li>
        </ul>
      </div>
    </section>
  );
}
