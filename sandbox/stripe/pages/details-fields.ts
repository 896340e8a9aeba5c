import { html } from 'hono/html';
import { TAX_ID_KINDS } from '../customers/tax-ids.ts';
import type { Fields } from './forms.ts';
import { field, type Markup } from './parts.ts';

function taxIdFields(fields: Fields): Markup {
  return html`<div class="field">
      <label for="tax_id_type">Tax ID type</label>
      <select id="tax_id_type" name="tax_id_type">
        ${TAX_ID_KINDS.map(
          ({ type, label, example }) =>
            html`<option value="${type}" ${fields.tax_id_type === type ? 'selected' : ''}>
              ${label}, such as ${example}
            </option>`,
        )}
      </select>
    </div>
    ${field({ label: 'Tax ID', name: 'tax_id', value: fields.tax_id, hint: 'Leave blank if you’re not buying for a business.' })}`;
}

/** The company name, plus a tax ID where the session asks for one. */
export function businessFields(fields: Fields, asksTaxId = true): Markup {
  return html`<fieldset>
    <legend>Purchasing as a business</legend>
    ${field({ label: 'Company name', name: 'business_name', value: fields.business_name, autocomplete: 'organization' })}
    ${asksTaxId ? taxIdFields(fields) : ''}
  </fieldset>`;
}

export function addressFields(fields: Fields): Markup {
  return html`<fieldset>
    <legend>Billing address</legend>
    ${field({ label: 'Street address', name: 'line1', value: fields.line1, autocomplete: 'address-line1' })}
    <div class="pair">
      ${field({ label: 'Postal code', name: 'postal_code', value: fields.postal_code, autocomplete: 'postal-code' })}
      ${field({ label: 'City', name: 'city', value: fields.city, autocomplete: 'address-level2' })}
    </div>
    ${field({ label: 'Country', name: 'country', value: fields.country, autocomplete: 'country', hint: 'Two-letter code, such as US' })}
  </fieldset>`;
}
