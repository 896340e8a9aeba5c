import { EllipsisVertical } from 'lucide-react';
import { useState } from 'react';
import type { Sample } from '#src/domain/automations/automation.ts';
import { useLazyMenu } from '#src/lib/lazy/use-lazy-menu.ts';
import { Badge } from '#src/ui/badge.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { Row } from './automation-row.tsx';
import type { SampleMenuProps } from './sample-menu.tsx';

const loadMenu = async () => (await import('./sample-menu.tsx')).SampleMenu;

function LazyMenu(props: SampleMenuProps) {
  const { Menu, buttonProps } = useLazyMenu(loadMenu);
  if (Menu) return <Menu {...props} />;
  return (
    <IconButton label={`More for ${props.name}`} {...buttonProps}>
      <EllipsisVertical className="icon" aria-hidden="true" />
    </IconButton>
  );
}

type SampleRowsProps = { samples: readonly Sample[]; onRemove: () => void };

/** The samples of a new account. They show what a list looks like, and never run: their switches and menus say so. */
export function SampleRows({ samples, onRemove }: SampleRowsProps) {
  const [explained, setExplained] = useState<string | null>(null);
  return samples.map((sample) => {
    const { id, name, trigger } = sample;
    const explain = () => setExplained(id);
    return (
      <Row
        key={id}
        row={sample}
        name={name}
        badges={<Badge>Sample</Badge>}
        trigger={trigger}
        note={
          <p className="small why" role="status">
            {explained === id && 'This is a sample, so it never runs. To set up your own, start from a template below.'}
          </p>
        }
        onSwitch={explain}
        menu={<LazyMenu name={name} onExplain={explain} onRemove={onRemove} />}
      />
    );
  });
}
