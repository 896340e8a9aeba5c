/** The sizes and revenue ranges a business can pick (ROI-3). Kept apart from the schemas, so that public pages can show them. */
export const BUSINESS_SIZES = [
  { id: 'solo', label: 'Just me' },
  { id: 'small', label: '2 to 10 people' },
  { id: 'medium', label: '11 to 50 people' },
  { id: 'large', label: 'More than 50 people' },
] as const;
export const REVENUE_RANGES = [
  { id: 'under-100k', label: 'Under $100,000 a year' },
  { id: '100k-500k', label: '$100,000 to $500,000' },
  { id: '500k-1m', label: '$500,000 to $1 million' },
  { id: '1m+', label: 'More than $1 million' },
] as const;
export type BusinessSize = (typeof BUSINESS_SIZES)[number]['id'];
export type RevenueRange = (typeof REVENUE_RANGES)[number]['id'];
