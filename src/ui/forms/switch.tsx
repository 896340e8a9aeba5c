type SwitchProps = {
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  /** The id of the element that names it. */
  labelledBy: string;
  /** The id of the element that says what it does. */
  describedBy?: string;
};

/** Something that is on or off, changed right away: a choice that waits for a Save button is a checkbox. */
export function Switch({ isOn, onChange, labelledBy, describedBy }: SwitchProps) {
  return (
    <button
      type="button"
      role="switch"
      className="switch"
      aria-checked={isOn}
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      onClick={() => onChange(!isOn)}
    />
  );
}
