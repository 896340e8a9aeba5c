import { moveByArrow } from './move-by-arrow.ts';

type TabListProps<Value extends string> = {
  /** Shared with the `TabPanel` that these tabs show. */
  id: string;
  label: string;
  tabs: readonly { value: Value; label: string }[];
  value: Value;
  onChange: (value: Value) => void;
};

/** Tabs styled as a segment, over one `TabPanel` with the same id. */
export function TabList<Value extends string>({ id, label, tabs, value, onChange }: TabListProps<Value>) {
  return (
    <div className="segment block" role="tablist" aria-label={label}>
      {tabs.map((tab) => (
        <button
          key={tab.value}
          type="button"
          role="tab"
          id={`${id}-tab-${tab.value}`}
          aria-controls={`${id}-panel`}
          aria-selected={tab.value === value}
          tabIndex={tab.value === value ? 0 : -1}
          onClick={() => onChange(tab.value)}
          onKeyDown={moveByArrow}
        >
          {tab.label}
        </button>
      ))}
    </div>
  );
}
