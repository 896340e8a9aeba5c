import { StripeProblem } from './stripe-problem.ts';

export type FormValue = string | FormValue[] | { [name: string]: FormValue };
export type Form = { [name: string]: FormValue };

type Branch = Map<string, string | Branch>;

const DEPTH_MAX = 10;

/** `items[0][price]` as `['items', '0', 'price']`. */
function pathOf(name: string): string[] {
  const [first = '', ...rest] = name.split('[');
  return [first, ...rest.map((part) => part.replace(/\]$/, ''))];
}

function plant(root: Branch, name: string, value: string): void {
  const path = pathOf(name);
  if (path.length > DEPTH_MAX || path.includes('__proto__'))
    throw new StripeProblem(`Received unknown parameter: ${name}`, { code: 'parameter_unknown', param: name });
  let branch = root;
  for (const [index, part] of path.entries()) {
    // `expand[]=a&expand[]=b` counts up.
    const key = part === '' ? String(branch.size) : part;
    if (index === path.length - 1) {
      branch.set(key, value);
      return;
    }
    const next = branch.get(key);
    const child: Branch = next instanceof Map ? next : new Map<string, string | Branch>();
    if (child !== next) branch.set(key, child);
    branch = child;
  }
}

function grow(branch: Branch): FormValue {
  const keys = [...branch.keys()];
  const isList = keys.length > 0 && keys.every((key) => /^\d+$/.test(key));
  if (!isList) return growObject(branch);
  return keys
    .toSorted((a, b) => Number(a) - Number(b))
    .map((key) => {
      const value = branch.get(key) ?? '';
      return typeof value === 'string' ? value : grow(value);
    });
}

function growObject(branch: Branch): Form {
  return Object.fromEntries(
    [...branch].map(([key, value]) => [key, typeof value === 'string' ? value : grow(value)] as const),
  );
}

/** Parses a form body or query string with Stripe's nested names into an object. */
export function decodeForm(text: string): Form {
  const root: Branch = new Map();
  for (const [name, value] of new URLSearchParams(text)) plant(root, name, value);
  return growObject(root);
}
