import { FileSpreadsheet } from 'lucide-react';
import { Card } from '#src/ui/card.tsx';
import { DropZone, type DropZoneProps } from '../sources/drop-zone.tsx';

/** A way to begin with a file. */
export function UploadPriceList(dropZone: DropZoneProps) {
  return (
    <Card as="article" className="way" aria-labelledby="upload-price-list">
      <span className="itile">
        <FileSpreadsheet className="icon" aria-hidden="true" />
      </span>
      <div>
        <h3 className="h3" id="upload-price-list">
          Upload a price list
        </h3>
        <p className="muted">PDF, Word, Excel, CSV, or a photo of the chalkboard.</p>
      </div>
      <DropZone {...dropZone}>
        <span>
          <b>Drop a file here</b> or choose one
        </span>
        <small>Up to 20 MB</small>
      </DropZone>
      <p className="hint">Under a minute</p>
    </Card>
  );
}
