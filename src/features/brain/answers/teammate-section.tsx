import { Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import { PREFERENCE_SETTINGS, type PreferenceSetting } from '#contract/brain/preferences.ts';
import { assistantById, TEAM, type AssistantId } from '#contract/chat/assistants.ts';
import { AssistantAvatar } from '#src/ui/brand/assistant-avatar.tsx';
import { classNames } from '#src/ui/class-names.ts';
import { MenuItem } from '#src/ui/overlays/menu-item.tsx';
import { Menu } from '#src/ui/overlays/menu.tsx';
import { SETTING_NAMES, SettingControl } from './setting-control.tsx';
import { summaryOf, type Preference, type PreferenceActions } from './use-preferences.ts';

type TeammateSectionProps = {
  preferences: readonly Preference[];
  actions: PreferenceActions;
  opened: AssistantId | null;
  onOpen: (assistantId: AssistantId | null) => void;
};

const HEADING_ID = 'answers-teammates';
const settingsIn = (preferences: readonly Preference[]) =>
  PREFERENCE_SETTINGS.filter((setting) => preferences.some((one) => one.setting === setting));
/** `Emojis, sign-off` */
const namesOf = (settings: readonly PreferenceSetting[]) =>
  settings
    .map((setting, index) => (index === 0 ? SETTING_NAMES[setting] : SETTING_NAMES[setting].toLowerCase()))
    .join(', ');

type OpenTeammateProps = Pick<TeammateSectionProps, 'preferences' | 'actions'> & {
  assistantId: AssistantId;
  own: readonly Preference[];
  onSame: () => void;
};

/** The settings in which a teammate differs from everyone, including those just added. */
function OpenTeammate({ assistantId, preferences, own, actions, onSame }: OpenTeammateProps) {
  const [chosen, setChosen] = useState<readonly PreferenceSetting[]>([]);
  const fields = useRef<HTMLDivElement>(null);
  const shown = PREFERENCE_SETTINGS.filter(
    (setting) => chosen.includes(setting) || own.some((one) => one.setting === setting),
  );
  const left = PREFERENCE_SETTINGS.filter((setting) => !shown.includes(setting));
  const added = useRef<PreferenceSetting>(null);
  const addDifference = (setting: PreferenceSetting) => {
    added.current = setting;
    setChosen((before) => [...before, setting]);
  };
  /** The control of the difference that was just added. */
  const controlToFocus = () => {
    const field = fields.current?.querySelector(`[data-setting="${added.current}"]`);
    added.current = null;
    return field?.querySelector<HTMLElement>('[tabindex="0"], input, select, button:not([tabindex])') ?? null;
  };
  const { name } = assistantById(assistantId);
  return (
    <div className="inrow" ref={fields}>
      {shown.map((setting) => (
        <div className={classNames('field', setting)} data-setting={setting} key={setting}>
          <span className="label" aria-hidden="true">
            {SETTING_NAMES[setting]}
          </span>
          <SettingControl scope={assistantId} setting={setting} preferences={preferences} actions={actions} />
        </div>
      ))}
      <div className="rowacts">
        {left.length > 0 && (
          <Menu
            finalFocus={controlToFocus}
            triggerClassName="text-button add"
            trigger={
              <>
                <Plus className="icon sm" aria-hidden="true" />
                <span>Add a difference</span>
                <span className="sr">{` for ${name}`}</span>
              </>
            }
          >
            {left.map((setting) => (
              <MenuItem key={setting} onClick={() => addDifference(setting)}>
                {SETTING_NAMES[setting]}
              </MenuItem>
            ))}
          </Menu>
        )}
        <button type="button" className="text-button" onClick={onSame}>
          Same as everyone again<span className="sr">{` for ${name}`}</span>
        </button>
      </div>
    </div>
  );
}

/** The teammates who do something differently; one is open at a time. */
export function TeammateSection({ preferences, actions, opened, onOpen }: TeammateSectionProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const ownOf = (id: AssistantId) => preferences.filter(({ assistantId }) => assistantId === id);
  const different = TEAM.filter(({ id }) => id === opened || ownOf(id).length > 0);
  const others = TEAM.filter((one) => !different.includes(one));
  const sameAgain = (id: AssistantId) => {
    const own = ownOf(id);
    onOpen(null);
    heading.current?.focus();
    if (own.length > 0) void actions.end(own, `${assistantById(id).name} follows everyone’s settings again`);
  };
  return (
    <section className="stack" aria-labelledby={HEADING_ID}>
      <div className="sec-head">
        <h2 className="h3" id={HEADING_ID} tabIndex={-1} ref={heading}>
          For one teammate
        </h2>
        <p className="muted">Where one of them should do it differently. The rest stays as above.</p>
      </div>
      <ul className="card rows">
        {different.map(({ id, name }) => {
          const own = ownOf(id);
          const isOpen = id === opened;
          const summary = own.length === 0 ? 'Same as everyone' : isOpen ? namesOf(settingsIn(own)) : summaryOf(own);
          return (
            <li key={id} className={isOpen ? 'opened' : undefined} data-assistant={id}>
              <div className="lr">
                <AssistantAvatar id={id} size={36} />
                <div>
                  <h3 className="strong" translate="no">
                    {name}
                  </h3>
                  <p className="small muted">{summary}</p>
                </div>
                <button
                  type="button"
                  className="text-button"
                  aria-expanded={isOpen}
                  onClick={() => onOpen(isOpen ? null : id)}
                >
                  <span>{isOpen ? 'Close' : 'Change'}</span>
                  <span className="sr">{` ${name}`}</span>
                </button>
              </div>
              {isOpen && (
                <OpenTeammate
                  assistantId={id}
                  preferences={preferences}
                  own={own}
                  actions={actions}
                  onSame={() => sameAgain(id)}
                />
              )}
            </li>
          );
        })}
        {others.length > 0 && (
          <li className="rowsfoot">
            <Menu
              triggerClassName="text-button add"
              trigger={
                <>
                  <Plus className="icon sm" aria-hidden="true" />
                  <span>Choose a teammate</span>
                </>
              }
            >
              {others.map(({ id, name }) => (
                <MenuItem key={id} onClick={() => onOpen(id)}>
                  {name}
                </MenuItem>
              ))}
            </Menu>
          </li>
        )}
      </ul>
    </section>
  );
}
