import { Link } from '@tanstack/react-router';
import { EllipsisVertical } from 'lucide-react';
import { isReading, type Source } from '#src/domain/brain/source.ts';
import { Menu } from '#src/ui/overlays/menu.tsx';
import { MenuItem } from '#src/ui/overlays/menu-item.tsx';
import { canChoosePages } from './source-words.ts';
import type { SourceActions } from './use-source-actions.ts';

export type SourceMenuProps = { source: Source; actions: SourceActions; onRemove: () => void; onChoose: () => void };

/** What can be done with a source that was read. It starts open: the click that asks for it loads it. */
export function SourceMenu({ source, actions, onRemove, onChoose }: SourceMenuProps) {
  const { id, name, kind, scope, isPrivate, isRefreshed, isUsed } = source;
  const { readAgain, setRefreshed, useFirst, moveToTeam } = actions;
  return (
    <Menu label={`More for ${name}`} trigger={<EllipsisVertical className="icon" aria-hidden="true" />} defaultOpen>
      <MenuItem link={<Link to="/dashboard/brain/sources/$sourceId" params={{ sourceId: id }} />}>Open</MenuItem>
      {scope !== 'team' && !isPrivate && (
        <MenuItem onClick={moveToTeam}>{scope === 'held' ? 'Keep both files' : 'Move to the Brain'}</MenuItem>
      )}
      {!isUsed && <MenuItem onClick={useFirst}>Use this one</MenuItem>}
      {!isReading(source) && <MenuItem onClick={readAgain}>Read again</MenuItem>}
      {canChoosePages(source) && !isReading(source) && <MenuItem onClick={onChoose}>Choose pages</MenuItem>}
      {kind !== 'file' && (
        <MenuItem onClick={() => setRefreshed(!isRefreshed)}>
          {isRefreshed ? 'Stop reading it weekly' : 'Read it every week'}
        </MenuItem>
      )}
      <MenuItem danger onClick={onRemove}>
        Remove
      </MenuItem>
    </Menu>
  );
}
