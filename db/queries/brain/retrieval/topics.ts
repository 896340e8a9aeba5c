import { sql, type RawBuilder } from 'kysely';
import type { FactKind } from '#contract/brain/brain.ts';

/**
 * Topics that owners ask about in other words than they state them. A question with a word of `asks` also looks for
 * facts with those of `says`, and for facts of the kind. In English, German, Spanish and French; each word as it is
 * written in questions, because its stem depends on the language.
 */
type Topic = { asks: string; says: string; kind?: FactKind };

const TOPICS: readonly Topic[] = [
  {
    asks: 'us business company shop store introduce summarize summary overview history story started began journalist newspaper uns betrieb firma laden vorstellen stell geschichte zusammenfassung nosotros empresa negocio tienda historia presenta resume nous entreprise boutique histoire présente résume',
    says: 'owner owns founded founder started began since first bestseller seller famous known families open opens closed located address street beside behind geöffnet öffnet liegt hinter inhaber inhaberin gründer gegründet angefangen seit meisten vorwiegend stammkunden dueña dueño fundada fundado empezó desde propriétaire fondée fondé depuis',
  },
  {
    asks: 'where located location address find street directions wo adresse anfahrt finden standort dónde ubicación dirección où adresse trouver situé',
    says: 'find located address street road row avenue lane square behind beside corner liegt straße platz hinter neben ecke adresse calle plaza esquina junto rue place derrière coin',
  },
  {
    asks: 'hours open opening close closed closing when today tomorrow sunday monday wann geöffnet offen öffnungszeiten sonntag montag heute morgen kommen horario horarios abierto cuándo domingo hoy mañana horaires ouvert quand dimanche demain aujourd',
    says: 'open opens opening closed closes doors shut sell until noon uhr geöffnet öffnet geschlossen tür schließen offen abierto abrimos cerrado cerramos ouvert ouvrons fermé fermons holiday holidays vacation betriebsferien feiertag ferien urlaub rests vacaciones congés',
  },
  {
    asks: 'who team staff employee employees colleague colleagues works work working apprentice role missing away wer team mitarbeiter kollegen arbeitet arbeiten lehrling fehlt quién quiénes equipo empleados trabaja qui équipe employés travaille',
    says: 'owns owner manages leads runs works apprentice trainee keeps serves drives inhaberin inhaber leitet arbeitet betreut zuständig azubi auszubildender macht dirige trabaja aprendiz dirige travaille apprenti',
    kind: 'people',
  },
  {
    asks: 'deadline deadlines due dates calendar upcoming plan soon frist fristen termine termin kalender bald plazo plazos fechas pronto délai délais échéances bientôt',
    says: 'deadline due renewed renew expires ends contract inspection frist verlängert vertrag antrag läuft belege tüv plazo vence contrato échéance contrat expire',
    kind: 'date',
  },
  {
    asks: 'goal goals aim aiming target plans year ziel ziele vorhaben jahr objetivo objetivos meta año objectif objectifs année',
    says: 'want goal target percent share plan wollen ziel prozent anteil queremos objetivo voulons objectif',
    kind: 'date',
  },
  {
    asks: 'audience customers customer clients client guests people reviews say think reach followers praise complain kunden kundinnen kundschaft gäste leute zielgruppe bewertungen schätzen stört clientes cliente público opiniones clients clientèle public avis',
    says: 'customers guests people families retirees visitors order takes reviews stars rating ask asked follow followers newsletter readers subscribers kunden gäste pendler familien sterne stimmen bewertungen gelobt bestellt folgen leser clientes familias estrellas clients familles étoiles avis',
    kind: 'customer',
  },
  {
    asks: 'supplier suppliers source sourced ingredients ingredient get from lieferant lieferanten woher zutaten proveedor proveedores ingredientes fournisseur fournisseurs ingrédients',
    says: 'comes come supplier supplies delivers farm dairy mill roasted roasters orchard organic lieferant liefert kommt bauer hof hersteller proveedor viene granja fournisseur vient ferme',
  },
  {
    asks: 'different special unique proud besonders anders einzigartig diferentes especial unique différents',
    says: 'organic local handmade only preservatives additives palm waste leftovers donate goes bio regional handgemacht nur spenden ökologisch local único bio artisanal',
  },
  {
    asks: 'allergy allergies allergic allergen allergens celiac coeliac gluten safe nut nuts dairy lactose vegan intolerant sensitive allergie allergien allergisch empfindlich glutenfrei nüsse laktose alergia alergias alérgico celíaco allergie allergies allergique noix',
    says: 'nut nuts almond almonds walnut walnuts hazelnut hazelnuts pecan pecans peanut peanuts marzipan frangipane gluten dairy milk butter egg eggs sesame soy traces free vegan celiac latex kautschuk latexfrei nüsse mandeln erdnüsse haselnüsse walnüsse milch spuren glutenfrei vegan nueces almendras leche gluten noix amandes lait',
  },
  {
    asks: 'plant vegetarian vegan diet pflanzlich vegetarisch vegetariano vegetal végétarien végétal',
    says: 'vegan vegetarian plant dairy milk butter honey vegetarisch milch vegetariano leche végétarien lait',
  },
  {
    asks: 'price prices cost costs charge list much expensive preis preise kostet kosten teuer preisliste precio precios cuesta cuánto prix coûte combien tarif tarifs',
    says: 'costs price sells charge kostet preis macht cuesta precio coûte prix',
    kind: 'product',
  },
  {
    asks: 'sell products product offer menu range verkauft sortiment produkte angebot vende productos vend produits',
    says: 'sell sells bestseller offer verkaufen sortiment vendemos vendons',
    kind: 'product',
  },
  {
    asks: 'shipping ship mail post parcel deliver delivery send versand schicken liefern lieferung envío enviar entrega livraison livrer envoyer expédition',
    says: 'shipping ship mail parcels delivery deliver deliveries door versand verschicken paket liefern lieferung zone fee envío enviamos entrega livraison expédions miles',
  },
  {
    asks: 'refund refunds return returns money back exchange complaint broken rückgabe geld zurück umtausch reklamation kaputt devolución reembolso cambio remboursement retour échange',
    says: 'return returns refund refunded replaced exchange receipt days back zurück rückgabe bon umtausch ersetzt devolución recibo remboursé retour reçu',
  },
  {
    asks: 'discount discounts off cheaper bargain deal sale rabatt nachlass günstiger prozent descuento rebaja remise réduction rabais',
    says: 'discount reduction discounts reduced wholesale less nachlass rabatt ermäßigung descuento rebaja remise réduction',
  },
  {
    asks: 'broken breaks repair repairs emergency machine equipment oven heating ring fails kaputt reparatur notfall maschine gerät geht rufe avería máquina reparar panne machine réparer',
    says: 'fails technician repair repairs call calls oven mixer machine equipment streikt hilft firma kompressor techniker anrufen falla técnico llamar technicien appeler panne',
  },
  {
    asks: 'book booking reserve reservation sit seat seats table tables platz plätze reservieren tisch buchen reservar mesa réserver table',
    says: 'seats tables reserved reservation reservations book plätze tische reserviert mesas reservas tables réservé',
  },
  {
    asks: 'fresh keep keeps last lasts store stored haltbar frisch hält aufbewahren dura fresco conserva frais garde conserve',
    says: 'keeps fresh days lasts store freeze hält haltbar tage frisch dura días frais jours',
  },
  {
    asks: 'kid kids child children son daughter young age kind kinder junge tochter alter niño niños hijo edad enfant enfants âge',
    says: 'child children kids age years old kinder kind jahre alt ausweis niños años enfants ans',
  },
  {
    asks: 'rent rental hire mieten leihen gemietet verleih leihrad alquilar alquiler louer location',
    says: 'rent rental leihen verleih kaution ausweis leih deposit alquiler louer',
  },
];

const literalOf = (values: readonly (string | number)[], type: string): RawBuilder<unknown> =>
  sql`${sql.lit(`{${values.join(',')}}`)}::${sql.raw(type)}[]`;

/** A table of words and the numbers of their topics. */
const tableOf = (words: (topic: Topic) => string): RawBuilder<unknown> => {
  const rows = TOPICS.flatMap((topic, index) =>
    [...new Set(words(topic).split(' ').filter(Boolean))].map((word) => ({ word, index })),
  );
  const [spellings, places] = [rows.map(({ word }) => word), rows.map(({ index }) => index)];
  return sql`unnest(${literalOf(spellings, 'text')}, ${literalOf(places, 'int')})`;
};

/** `topic_asks (word, topic)`: the words of questions. */
export const TOPIC_ASKS = sql`${tableOf(({ asks }) => asks)} as topic_asks (word, topic)`;
/** `topic_says (word, topic)`: the words of facts. */
export const TOPIC_SAYS = sql`${tableOf(({ says }) => says)} as topic_says (word, topic)`;
/** `topic_kinds (kind, topic)`: the kinds of facts. */
export const TOPIC_KINDS = sql`${tableOf(({ kind = '' }) => kind)} as topic_kinds (kind, topic)`;
