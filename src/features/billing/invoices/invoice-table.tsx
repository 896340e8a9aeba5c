import { formatAmount, formatDate } from '#src/lib/text/format.ts';
import { Badge } from '#src/ui/badge.tsx';
import { invoiceNotes, invoiceStatus, type Invoice } from './invoice-status.ts';
import { useRefreshOnReturn } from '../use-refresh-on-return.ts';

const nameOf = ({ number, createdAt }: Invoice) => number ?? `from ${formatDate(createdAt)}`;

function InvoiceLinks({ invoice }: { invoice: Invoice }) {
  const expectReturn = useRefreshOnReturn();
  const links = [
    ['View', invoice.pageUrl],
    ['PDF', invoice.pdfUrl],
  ] as const;
  return links.map(
    ([label, url]) =>
      url && (
        <a
          key={label}
          className="link"
          href={url}
          target="_blank"
          rel="noreferrer"
          // An open invoice can be paid there.
          onClick={invoice.status === 'open' ? expectReturn : undefined}
          aria-label={`${label} invoice ${nameOf(invoice)}, in a new tab`}
        >
          {label}
        </a>
      ),
  );
}

/** The invoices, newest first. */
export function InvoiceTable({ invoices }: { invoices: readonly Invoice[] }) {
  return (
    <div className="scroll-x" role="region" aria-label="Invoice table" tabIndex={0}>
      <table className="table billing-invoices">
        <thead>
          <tr>
            <th scope="col">Number</th>
            <th scope="col">Date</th>
            <th scope="col">Status</th>
            <th scope="col" className="r">
              Total
            </th>
            <th scope="col" className="r">
              Paid
            </th>
            <th scope="col">
              <span className="sr">Documents</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {invoices.map((invoice) => {
            const { label, tone } = invoiceStatus(invoice);
            return (
              <tr key={invoice.id}>
                <td className="num">{invoice.number ?? 'No number yet'}</td>
                <td className="muted">{formatDate(invoice.createdAt)}</td>
                <td>
                  <Badge tone={tone}>{label}</Badge>
                </td>
                <td className="r">{formatAmount(invoice.totalCents)}</td>
                <td className="r">
                  {/* A phone shows no column heads. */}
                  <span className="phone" aria-hidden="true">
                    Paid{' '}
                  </span>
                  <span>{formatAmount(invoice.paidCents)}</span>
                  {invoiceNotes(invoice).map((note) => (
                    <span key={note} className="small muted">
                      {note}
                    </span>
                  ))}
                </td>
                <td>
                  <span className="row billing-documents">
                    <InvoiceLinks invoice={invoice} />
                  </span>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
