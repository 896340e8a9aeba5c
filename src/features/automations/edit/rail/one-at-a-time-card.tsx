import { Card } from '#src/ui/card.tsx';
import { Switch } from '#src/ui/forms/switch.tsx';
import { useEditorContext } from '../editor-context.ts';

/** Whether a run waits for the one before. Like the steps, it is part of the draft: it is saved, undone and published with them. */
export function OneAtATimeCard() {
  const { definition, changeDefinition } = useEditorContext();
  return (
    <Card as="section" className="stack side-card">
      <div className="row between">
        <b className="strong" id="automation-one-at-a-time">
          One run at a time
        </b>
        <Switch
          isOn={definition.oneAtATime === true}
          onChange={(isOn) => changeDefinition((before) => ({ ...before, oneAtATime: isOn }))}
          labelledBy="automation-one-at-a-time"
          describedBy="automation-one-at-a-time-about"
        />
      </div>
      <p className="small" id="automation-one-at-a-time-about">
        A new run waits until the one before has ended.
      </p>
    </Card>
  );
}
