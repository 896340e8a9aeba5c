import { z } from 'zod';
import { idSchema } from '../ids.ts';

/** The types of tax ID that can be entered, by Stripe's code. */
export const TAX_ID_TYPES = [
  { id: 'eu_vat', label: 'EU VAT number', example: 'DE123456789' },
  { id: 'gb_vat', label: 'UK VAT number', example: 'GB123456789' },
  { id: 'us_ein', label: 'US EIN', example: '12-3456789' },
  { id: 'ca_gst_hst', label: 'Canada GST/HST', example: '123456789RT0002' },
  { id: 'au_abn', label: 'Australia ABN', example: '12345678912' },
  { id: 'nz_gst', label: 'New Zealand GST', example: '123456789' },
  { id: 'ch_vat', label: 'Swiss VAT number', example: 'CHE-123.456.789 MWST' },
  { id: 'no_vat', label: 'Norway VAT number', example: '123456789MVA' },
  { id: 'in_gst', label: 'India GSTIN', example: '12ABCDE3456FGZH' },
] as const;

/** The countries of an invoice address, by their ISO 3166 codes. */
export const COUNTRIES: readonly string[] =
  'AD AE AF AG AI AL AM AO AR AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BW BY BZ CA CD CF CG CH CI CK CL CM CN CO CR CV CW CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GT GU GW GY HK HN HR HT HU ID IE IL IM IN IQ IS IT JE JM JO JP KE KG KH KI KM KN KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MK ML MM MN MO MQ MR MS MT MU MV MW MX MY MZ NA NC NE NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PY QA RE RO RS RU RW SA SB SC SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SZ TC TD TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG US UY UZ VA VC VE VG VN VU WF WS XK YE YT ZA ZM ZW'.split(
    ' ',
  );

const line = (max: number) =>
  z
    .string()
    .trim()
    .max(max, { error: `Please keep this to ${max} characters.`, abort: true });

const addressSchema = z.strictObject({
  line1: line(200),
  line2: line(200),
  city: line(100),
  state: line(100),
  postalCode: line(20),
  country: z.union([z.literal(''), z.string().refine((code) => COUNTRIES.includes(code))], {
    error: 'Please choose a country.',
  }),
});
export type BillingAddress = z.infer<typeof addressSchema>;

/** What invoices show besides the amounts. An empty text removes it. */
export const billingDetailsSchema = z
  .strictObject({
    /** Made once per form: sending the same form again has one effect. */
    attempt: idSchema,
    company: line(150),
    /** One of `TAX_ID_TYPES`, or the type that the customer already has. */
    taxIdType: z.string().regex(/^[a-z]{2}_[a-z_]{2,20}$/),
    taxId: line(40).transform((value) => value.toUpperCase()),
    address: addressSchema,
  })
  .superRefine(({ address }, context) => {
    const { country, line1, ...rest } = address;
    if (![country, line1, ...Object.values(rest)].some(Boolean)) return;
    if (!line1)
      context.addIssue({ code: 'custom', path: ['address', 'line1'], message: 'Please enter a street address.' });
    if (!country)
      context.addIssue({ code: 'custom', path: ['address', 'country'], message: 'Please choose a country.' });
  });
export type BillingDetailsInput = z.output<typeof billingDetailsSchema>;
