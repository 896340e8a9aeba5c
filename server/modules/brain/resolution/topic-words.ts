/*
 * The words with which facts name what they are about, in English, German, Spanish and French, as `topic-tokens.ts`
 * reads them: without accents and endings.
 */

/** Properties that have several names. A phrase of several words is found before its words. */
export const PROPERTIES: Readonly<Record<string, string>> = {
  price:
    'price|cost|rate|charge|sell for|sells for|goes for|priced at|amount|preis|kosten|kostet|betrag|tarif|precio|coste|costo|cuesta|cuestan|vale|valen|tarifa|importe|cantidad|prix|cout|coute|coutent|montant',
  weight: 'weight|weighs|weigh|gewicht|wiegt|wiegen|peso|pesa|pesan|poids|pese|pesent',
  size: 'size|dimension|dimensions|measurement|measures|number of people|number of employees|number of staff|headcount|head count|team size|grosse|masse|abmessung|mitarbeiterzahl|anzahl mitarbeiter|anzahl personen|tamano|medida|numero de personas|numero de empleados|taille|nombre de personnes|effectif',
  width: 'width|wide|breite|breit|ancho|anchura|largeur',
  height: 'height|hohe|hoch|altura|hauteur',
  length: 'length|lange|lang|longitud|longueur',
  capacity:
    'capacity|guests|number of guests|seats|serves|servings|portions|number of portions|holds|contents|gaste|platze|sitzplatze|portionen|inhalt|invitados|plazas|aforo|capacidad|raciones|contenido|convives|couverts|nombre de parts|contenance|capacite',
  opens: 'opening time|opens at|opens|open from|offnet um|offnet|abre a|abre a las|abre|ouvre a|ouvre',
  closes:
    'closing time|closes at|closes|closing|schliesst um|schliesst|cierra a|cierra a las|cierra|hora de cierre|ferme a|fermeture',
  hours:
    'hours|opening hours|business hours|opening times|working hours|hours of operation|hours open|open|opening|open hours|schedule|offnungszeit|offnungszeiten|geschaftszeiten|arbeitszeit|arbeitszeiten|zeit|zeiten|uhrzeit|geoffnet|horario|horarios|horario de apertura|horas|apertura|abierto|horaire|horaires|horaires d ouverture|horaires ouverture|heures d ouverture|heures|ouverture|ouvert',
  workdays:
    'working days|work days|workdays|works on|arbeitstage|arbeitet an|arbeitet am|arbeitet|dias de trabajo|trabaja|trabaja los|jours de travail|travaille|travaille le',
  dayoff:
    'day off|days off|closing day|ruhetag|freier tag|freie tage|dia libre|dias libres|dia de descanso|jour de repos|jour de conge|jours de repos',
  shelflife:
    'shelf life|keeps for|keeps|keeps fresh|lasts|best before|haltbarkeit|haltbar|halt sich|caducidad|se conserva|conservacion|vida util|conservation|se conserve',
  duration: 'duration|takes|how long|dauer|dauert|duracion|dura|tarda|duree|dure',
  delivery:
    'delivery time|shipping time|lead time|turnaround|processing time|ready in|lieferzeit|bearbeitungszeit|tiempo de entrega|plazo de entrega|delai de livraison',
  limit:
    'limit|time limit|window|return window|deadline|cutoff|cut off|period|notice|notice period|registration deadline|frist|anmeldeschluss|stichtag|plazo|limite|fecha limite|delai|date limite',
  validity:
    'validity|valid for|valid until|valid|gultigkeit|gultig|gilt|validez|valido|valida|validite|valable|duree de validite',
  formername:
    'former name|old name|previous name|formerly|previously|fruherer name|alter name|fruher|ehemals|nombre anterior|antes|antiguo nombre|ancien nom|anciennement',
  name: 'name|called|named|is called|heisst|nombre|se llama|llamado|nom|appelle|nomme',
  role: 'role|job|job title|position|task|tasks|duties|responsibility|responsibilities|does|specialty|speciality|rolle|aufgabe|aufgaben|zustandigkeit|funktion|stelle|rol|puesto|cargo|funcion|tarea|tareas|especialidad|se encarga de|se encarga|poste|fonction|tache|specialite|occupe',
  lead: 'person in charge|in charge|manager|lead|head|responsible|contact|contact person|run by|runs|leitung|leiter|leiterin|ansprechpartner|verantwortlich|responsable|encargado|encargada|contacto|gerant|gerante',
  founded:
    'founded|founding year|year founded|established|opened in|since|gegrundet|grundungsjahr|seit|fundado|fundada|fundacion|desde|fonde|fondee|fondation|depuis',
  location: 'location|address|place|where|adresse|standort|ort|anschrift|direccion|ubicacion|lugar|lieu|emplacement',
  date: 'date|day|when|takes place|datum|tag|wann|fecha|dia|cuando|jour|quand',
  start: 'start|starts|begins|beginning|beginn|beginnt|inicio|empieza|comienza|debut|commence',
  end: 'end|ends|ending|ende|endet|fin|termina|acaba|finit',
  availability:
    'availability|available|status|verfugbarkeit|verfugbar|lieferbar|angebot|disponibilidad|disponible|disponibilite',
  free: 'free|for free|free of charge|no cost|no charge|at no cost|complimentary|kostenlos|kostenlose|kostenfrei|gratis|umsonst|gratuit|gratuite|gratuito|gratuita|sin coste|sin costo|offert|offerte',
  closed:
    'closed|shut|not open|geschlossen|zu|cerrado|cerrada|cerramos|no abrimos|ferme|fermee|fermes|nous fermons|ouvert pas',
  soldout: 'sold out|out of stock|ausverkauft|vergriffen|agotado|agotada|epuise|epuisee',
  accepted:
    'accepted|accepts|accept|payment methods|payment method|means of payment|akzeptiert|zahlungsarten|zahlungsmittel|aceptado|aceptamos|aceptan|formas de pago|metodos de pago|accepte|moyens de paiement',
  color: 'color|farbe|couleur',
  phone: 'phone|phone number|telephone|telefon|telefonnummer|telefono|numero de telephone',
  email: 'email|e mail|email address|mail|correo|correo electronico|courriel',
};

/** Words that set variants of the same thing apart: sizes, channels, and the ends of a range. */
export const VARIANTS: Readonly<Record<string, string>> = {
  small: 'small|klein|kleine|kleiner|pequeno|pequena|chico|chica|petit|petite',
  medium: 'medium|mittel|mittlere|mediano|mediana|moyen|moyenne',
  large: 'large|big|gross|grosser|grande|grand',
  half: 'half|halb|halbe|halber|medio|media|demi|demie',
  whole: 'full|whole|ganz|ganze|ganzer|entero|entera|entier|entiere|complet|completo',
  mini: 'mini|tiny',
  wholesale: 'wholesale|trade|bulk|grosshandel|b2b|mayorista|al por mayor|prix de gros|en gros',
  online: 'online|web|internet|en linea|en ligne',
  pickup: 'pickup|pick up|takeaway|take away|to go|abholung|mitnehmen|para llevar|recogida|a emporter',
  members: 'member|members|mitglieder|socios|membres',
  students: 'student|students|studenten|studierende|estudiantes|etudiants',
  children: 'child|children|kids|kinder|ninos|enfants',
  below: 'under|below|less than|fewer than|up to|unter|weniger als|menos de|hasta|moins de|jusqu a',
  above: 'over|above|more than|at least|from|ab|uber|mehr als|a partir de|a partir|mas de|plus de',
  least: 'lowest|minimum|cheapest|smallest|starting|mindest|niedrigster|minimo|minimum|el mas bajo|le plus bas',
  most: 'highest|maximum|largest|most expensive|hochster|hochst|maximal|maximo|le plus haut|max',
};

/** Words that say which of two is the usual one. They set nothing apart from one that says nothing. */
export const USUAL =
  'retail|regular|normal|standard|usual|each|piece|item|einzeln|stuck|unidad|pieza|unite|piece|detail|ladenpreis';

export const WEEKDAYS: readonly string[] = [
  'monday|mondays|montag|montags|lunes|lundi|lundis',
  'tuesday|tuesdays|dienstag|dienstags|martes|mardi|mardis',
  'wednesday|wednesdays|mittwoch|mittwochs|miercoles|mercredi|mercredis',
  'thursday|thursdays|donnerstag|donnerstags|jueves|jeudi|jeudis',
  'friday|fridays|freitag|freitags|viernes|vendredi|vendredis',
  'saturday|saturdays|samstag|samstags|sonnabend|sonnabends|sabado|sabados|samedi|samedis',
  'sunday|sundays|sonntag|sonntags|domingo|domingos|dimanche|dimanches',
];
export const WEEKDAYS_IN_SHORT: readonly string[] = [
  'mon|mo|lun',
  'tue|tues|di|mar',
  'wed|mi|mie|mer',
  'thu|thur|thurs|do|jue|jeu',
  'fri|fr|vie|ven',
  'sat|sa|sab|sam',
  'sun|so|dom|dim',
];
/** Several weekdays, each as its number. */
export const SEVERAL_WEEKDAYS: readonly (readonly [string, string])[] = [
  [
    '12345',
    'weekday|weekdays|wochentags|werktags|werktage|unter der woche|entre semana|laborables|en semaine|jours ouvrables',
  ],
  ['67', 'weekend|weekends|week end|week ends|wochenende|wochenenden|fin de semana|fines de semana'],
  ['1234567', 'daily|every day|taglich|jeden tag|todos los dias|cada dia|tous les jours'],
];
export const MONTHS: readonly string[] = [
  'january|januar|janner|enero|janvier',
  'february|februar|febrero|fevrier',
  'march|marz|marzo|mars',
  'april|abril|avril',
  'may|mai|mayo',
  'june|juni|junio|juin',
  'july|juli|julio|juillet',
  'august|agosto|aout',
  'september|septiembre|septembre',
  'october|oktober|octubre|octobre',
  'november|noviembre|novembre',
  'december|dezember|diciembre|decembre',
];

/** Articles and other words that say nothing about what is meant. */
export const STOP_WORDS = new Set(
  (
    'the a an of for per our your we us you is are be it its this that these in on at with and or by as one now ' +
    'current range der die das den dem des ein eine einen einem einer unser unsere unseren unserem wir von vom zum zur ' +
    'im am an auf fur mit und oder pro je bei uns la el los las un una unos unas del de y o e en con por para nuestro nuestra ' +
    'nuestros nuestras se su al a le les une du et ou au aux avec pour par notre nos ce cette nous'
  ).split(' '),
);
/** Between two weekdays: all from one to the other. */
export const UNTIL = new Set([
  '-',
  '–',
  '—',
  'to',
  'through',
  'thru',
  'till',
  'until',
  'bis',
  'a',
  'al',
  'hasta',
  'au',
]);
/** The last part of German words that are written as one. */
export const COMPOUND = /^(\p{L}{3,}?)s?(preis|frist|zeit|gebuhr|gewicht|grosse|dauer|rabatt|zeiten|tage)$/u;

/** Units by the code that stands for them. Currencies have their own signs (`fact-value.ts`). */
export const UNITS: Readonly<Record<string, string>> = {
  USD: 'dollar|dollars|usd|bucks|dolar|dolares',
  EUR: 'euro|euros|eur',
  GBP: 'gbp|sterling|quid',
  CHF: 'chf|franken|franc|francs|francos',
  CAD: 'cad',
  AUD: 'aud',
  MXN: 'mxn',
  JPY: 'jpy|yen',
  SEK: 'sek',
  DKK: 'dkk',
  NOK: 'nok',
  PLN: 'pln|zl',
  '%': 'percent|prozent|por ciento|pour cent',
  min: 'min|mins|minute|minutes|minuten|minuto|minutos',
  h: 'h|hr|hrs|hour|hours|stunde|stunden|std|hora|horas|heure|heures',
  day: 'day|days|tag|tage|tagen|dia|dias|jour|jours',
  week: 'week|weeks|woche|wochen|semana|semanas|semaine|semaines',
  month: 'month|months|monat|monate|monaten|mes|meses|mois',
  year: 'year|years|jahr|jahre|jahren|ano|anos|an|ans|annee|annees',
  g: 'g|gr|gram|grams|gramm|gramo|gramos|gramme|grammes',
  kg: 'kg|kilo|kilos|kilogram|kilograms|kilogramm',
  lb: 'lb|lbs|pound|pounds|pfund|libra|libras|livre|livres',
  oz: 'oz|ounce|ounces|unze|unzen|onza|onzas|once|onces',
  ml: 'ml|milliliter|milliliters',
  l: 'l|liter|liters|litro|litros',
  mm: 'mm|millimeter|millimeters',
  cm: 'cm|centimeter|centimeters|zentimeter|centimetro|centimetros',
  m: 'm|meter|meters|metro|metros',
  km: 'km|kilometer|kilometers|kilometro|kilometros',
  in: 'in|inch|inches|zoll|pulgada|pulgadas|pouce|pouces',
  ft: 'ft|foot|feet',
  mile: 'mi|mile|miles|meile|meilen|milla|millas',
};

/** Numbers that are written as words. */
export const NUMBER_WORDS: readonly [number, string][] = [
  [0, 'zero|null|cero'],
  [1, 'one|ein|eine|einen|einer|eins|un|una|uno|une'],
  [2, 'two|zwei|dos|deux'],
  [3, 'three|drei|tres|trois'],
  [4, 'four|vier|cuatro|quatre'],
  [5, 'five|funf|cinco|cinq'],
  [6, 'six|sechs|seis'],
  [7, 'seven|sieben|siete|sept'],
  [8, 'eight|acht|ocho|huit'],
  [9, 'nine|neun|nueve|neuf'],
  [10, 'ten|zehn|diez|dix'],
  [11, 'eleven|elf|once|onze'],
  [12, 'twelve|zwolf|doce|douze|dozen|dutzend|docena|douzaine'],
  [13, 'thirteen|dreizehn|trece|treize'],
  [14, 'fourteen|vierzehn|catorce|quatorze'],
  [15, 'fifteen|funfzehn|quince|quinze'],
  [16, 'sixteen|sechzehn|dieciseis|seize'],
  [17, 'seventeen|siebzehn|diecisiete'],
  [18, 'eighteen|achtzehn|dieciocho'],
  [19, 'nineteen|neunzehn|diecinueve'],
  [20, 'twenty|zwanzig|veinte|vingt'],
  [30, 'thirty|dreissig|treinta|trente'],
  [40, 'forty|vierzig|cuarenta|quarante'],
  [50, 'fifty|funfzig|cincuenta|cinquante'],
  [60, 'sixty|sechzig|sesenta|soixante'],
  [70, 'seventy|siebzig|setenta'],
  [80, 'eighty|achtzig|ochenta'],
  [90, 'ninety|neunzig|noventa'],
  [100, 'hundred|hundert|cien|ciento|cent'],
];
