type Words<S extends string> = S extends `${infer First} ${infer Rest}` ? First | Words<Rest> : S;

/** Fields, named in one text, that objects have at Stripe and that are always null here. */
export function nulls<S extends string>(names: S): Record<Words<S>, null> {
  const fields = names.split(' ').map((name) => [name, null] as const);
  return Object.fromEntries(fields) as Record<Words<S>, null>; // reason: the type splits the text as `split` does
}
