import type { AssistantId } from '#contract/chat/assistants.ts';

/** Answers written by hand to cases of the sets, as a good model might give them: the checks must let them pass. */
export const GOOD_ANSWERS: { assistant: AssistantId; name: string; answer: string }[] = [
  {
    assistant: 'brain_ai',
    name: 'picks one priority from a worried list',
    answer: `The market on December 5 comes first. It has a date, and you can't fire stock after it.

| Day | Step | Who |
|---|---|---|
| Mon, Nov 23 | Call about the kiln element and order it | You |
| Tue, Nov 24 | Answer the emails that mention an order; leave the rest | You, with Cassie |
| Wed, Nov 25 | List what goes on the stall: bowls, moss green and chalk white mugs | You |
| Thu, Nov 26 | Ask Emmie for the newsletter | Emmie |
| Fri, Nov 27 | Pack the orders that leave today, then the stall boxes | You |

**First action, under half an hour:** phone the supplier about the element. Everything fired depends on it.

**Ask Emmie:** “Write the newsletter for December 3. One reason to write: our stall in Rockhaven on December 5.”

**Can wait:** the other emails and anything about ads. The dates of your stall and your mailing come from your facts; the delivery time of the element is missing.

Is there a second kiln you can borrow this week?`,
  },
  {
    assistant: 'seomi',
    name: 'writes a title and a description with their lengths',
    answer: `**Title (48 characters)**
Gray Stoneware Bowl, Thrown by Hand | Harbor Kiln

**Description (127 characters)**
A gray stoneware bowl for soup and salad: thrown by hand, safe in the dishwasher, $28. A present for a new home that gets used.

The title goes after "gray stoneware bowl": someone who types that has the thing in mind and is comparing pictures and prices. That's why the price is in the description. I took the price and the dishwasher from your facts.

I have no search volumes. Look the search up in Google's Keyword Planner and see which wording people use.`,
  },
  {
    assistant: 'emmie',
    name: 'writes a welcome email with the facts of the workshop',
    answer: `**Subject lines**
1. Welcome, and mind the wet clay
2. You're in. Here's what we're throwing
3. A Saturday at the wheel?

**Preview:** What we make, and a place for you at the table.

Hello {{first_name}},

Thank you for signing up. We're a small studio in Rockhaven, and everything we make is stoneware, thrown by hand and safe in the dishwasher. Most of it ends up as a present for a new home.

If you would like to make something yourself: on Saturdays we clear the table for 8 people, from 10:00 to 13:00. It costs $65 per person, and you go home with clay under your nails. Have you ever tried a wheel?

[See the next Saturdays](workshop link)

Until soon,
Nora

**Who gets it:** everyone who just signed up. **When:** right away. **Who must not:** people who already booked a workshop.`,
  },
  {
    assistant: 'cassie',
    name: 'answers a broken mug by the policy',
    answer: `> Hello [name],
>
> I'm sorry that your mug arrived in pieces, and just before Saturday. We'll replace it free of charge. Please send me a photo of it and tell me the color, moss green or chalk white.
>
> Our next parcels leave on Tuesday. Whether it arrives by Saturday depends on [carrier's delivery time], so I'll tell you today if it can't.
>
> Nora, Harbor Kiln

For you:
- The policy asks for the photo within 14 days.
- Check whether the color is in stock.
- No express rule is in your facts. A fair one: pay for express when a broken piece was a present with a date.`,
  },
  {
    assistant: 'finny',
    name: 'compares two months in a table',
    answer: `Revenue fell from $640 to $560, by $80 or 12.5%, although visits rose.

| | September | October | Change |
|---|---|---|---|
| Visits | 310 | 420 | +110 (+35.5%) |
| Orders | 12 | 11 | −1 (−8.3%) |
| Orders per visit (conversion: the share who buy) | 3.9% | 2.6% | −1.3 points |
| Revenue | $640 | $560 | −$80 (−12.5%) |
| Revenue per order | $53.33 | $50.91 | −$2.42 |

Formula: conversion = orders ÷ visits.

**The numbers show** that October had more visits, and that fewer of those people bought. The size of an order hardly moved.

**I suspect** the extra visits came from somewhere new, such as an article or an ad. With 12 and 11 orders, one buyer more or less already changes the picture.

Look next at where the 110 additional visits came from; Seomi can help with that.

Did you change an ad or get mentioned somewhere in October?`,
  },
  {
    assistant: 'finny',
    name: 'finds the break-even',
    answer: `**From 4 people on.**

Each person pays $65 and uses $15 of clay, so $50 is left per head (accountants call this the contribution).

| People | Left after clay | Fixed cost | Result |
|---|---|---|---|
| 3 | $150 | $180 | −$30 |
| 4 | $200 | $180 | +$20 |
| 8 | $400 | $180 | +$220 |

Formula: $180 ÷ $50 = 3.6, so 4 people.

The doubt: your own hours aren't in it. Next, put a value on the 3 hours you teach.`,
  },
  {
    assistant: 'code_helper',
    name: 'writes a formula that can be pasted',
    answer: `\`\`\`
=IF(A2="","",IFERROR((A2-B2)/A2,""))
\`\`\`

Put it in C2, then format the column as a percentage and drag it down.

- \`(A2-B2)\` is what is left of the price after the cost.
- Dividing by A2 turns it into a share of the price: that's the margin.
- The IF and IFERROR leave the cell blank where the price is missing or zero.

It breaks if a price is text, such as "28 $". To see it, type =ISNUMBER(A2); it should say TRUE. If your sheet complains about the commas, use semicolons.`,
  },
  {
    assistant: 'research_assistant',
    name: 'compares in a table',
    answer: `Certain, for 500 kg: Hollow Creek Clay costs $490 and Dune Materials costs $505, so Hollow Creek is $15 cheaper.

| | Hollow Creek Clay | Dune Materials |
|---|---|---|
| Price per kg | $0.90 | $0.84 |
| 500 kg | $450 | $420 |
| Delivery | $40 | $85 |
| Total | **$490** | **$505** |
| Minimum | not stated | 400 kg |

Open:
- Does Hollow Creek have a minimum order? Ask them.
- Above which amount does Dune become cheaper? At $0.06 less per kg, the $45 more for delivery is earned back at 750 kg.`,
  },
  {
    assistant: 'marketing_expert',
    name: 'plans a campaign within the budget',
    answer: `**For whom:** people in Rockhaven furnishing a new home. **Problem:** they want a present that isn't a candle. **Why you:** it's thrown in their town.

**“A bowl from around the corner, for the table they just moved to.”**

| When | What | Who | Cost |
|---|---|---|---|
| Nov 26 | Photo of the stall boxes, with the date | You, words by Soshie | $0 |
| Dec 3 | Newsletter to the 640 subscribers | You, words by Emmie | $0 |
| Nov 30 to Dec 4 | Posters in two shops nearby | You | $60 |
| Dec 5 | The market | You | [stall fee] |

That leaves $240 of your $300 untouched.

**The bet:** past buyers come with a friend. **What proves it:** the number of people who mention the newsletter at the stall. Assumption: subscribers live close enough; ask three of them.

**Leave out:** ads. How many pieces can you bring?`,
  },
  {
    assistant: 'soshie',
    name: 'answers in German',
    answer: `**Post 1**
Salz auf der Kette. So sieht ein Rad aus, das im Januar draußen stand. Bei uns steht deins trocken: 45 Euro, von November bis März. Bring es einfach vorbei.
*Foto:* eine verrostete Kette, ganz nah.

**Post 2**
Dein Rad schläft, wir passen auf. Im Frühling holst du es ab und fährst los. Die Einlagerung kostet 45 Euro.
*Foto:* die Reihe der Räder im Lager, mit einem freien Haken.

Preis und Zeitraum stehen so in deinen Angaben. Wie viele Plätze noch frei sind, fehlt mir.

Ist gerade jemand in der Werkstatt, der beim Aufhängen fotografiert werden mag?`,
  },
  {
    assistant: 'cassie',
    name: 'says no with the reason',
    answer: `> Hello [name],
>
> thank you for writing. We refund a payment in full for 30 days after the first charge. Yours was 45 days ago, so I can't return it.
>
> What I can do today: cancel the plan, so that nothing more is charged, and show you in ten minutes how to set up a first week of lessons. Just reply with “cancel” or “show me”.
>
> Amara

For you: check the date of the charge, and whether the account was really never used. No rule says what to do for people who never logged in; a fair one would be a free month.`,
  },
  {
    assistant: 'milli',
    name: 'answers in French',
    answer: `> Bonjour [prénom],
>
> vous avez essayé Quilldesk, et je voulais vous laisser une chose utile : votre agenda personnel reçoit chaque leçon que vous déplacez, sans rien recopier.
>
> Le prix est simple : 19 dollars par mois, ou 190 dollars par an, pour un professeur.
>
> Voulez-vous que je vous montre le vôtre jeudi, en un quart d'heure ? Si ce n'est pas le moment, répondez « non » et je ferme le dossier.

Les prix viennent de vos données. La date de son essai manque, alors je ne l'ai pas citée.`,
  },
  {
    assistant: 'milli',
    name: 'leaves the margin to the one who reads numbers',
    answer: `Before you cut the price, cut the scope: the bowl alone, without the gift box, say. At 15% off, the bowl sells for $23.80, and the $4.20 come out of what you keep.

How much that is over a year depends on the cost of a bowl, and on how many you sell; both are missing here. Ask Finny:

> What is left of the bowl at $28 and at $23.80, if it costs us [cost], and how many more must we sell to come out even?`,
  },
  {
    assistant: 'landa',
    name: 'answers in Spanish',
    answer: `## Comida de verdad para tu equipo, sin salir de la oficina

Un menú de mediodía para empresas de Villanogal: 18 euros por persona, con un plato vegetariano siempre. [Foto: la mesa puesta en una oficina]

**Pide tu menú**

## Cómo funciona

- Nos dices cuántos sois, a partir de 12 personas.
- Haces el pedido con 48 horas de antelación.
- Lo llevamos a la oficina. El reparto en Villanogal es gratuito.

## Lo que suelen preguntar

**¿Y los domingos?** La cocina cierra los domingos.
**¿Hay algo para alérgicos?** [Tu regla sobre alergias]

## Pide tu menú para esta semana

Botón: “Pide tu menú”

He usado tus precios, el mínimo y el plazo. Lo primero que probaría: el titular con el precio y sin él.

¿Tienes permiso de un cliente para citar una frase suya?`,
  },
  {
    assistant: 'viddy',
    name: 'answers in German',
    answer: `| Zeit | Bild | Worte |
|---|---|---|
| 0–3 s | Ein Schlüssel dreht sich, das Tor geht auf, Räder hängen an der Wand | „Hier schläft dein Rad.“ |
| 3–9 s | Hände heben ein Rad an den Haken, nah | „Trocken und sicher, von November bis März.“ |
| 9–15 s | Das Preisschild am Lenker | „Für 45 Euro.“ |
| 15–20 s | Jonas schließt das Tor, dahinter wird es dunkel | „Bring es vorbei.“ |

**Reihenfolge beim Drehen**
- Tor auf und Tor zu, ohne umzubauen
- Haken, einmal weit und einmal nah
- Preisschild

**Text auf dem Titelbild:** Gute Nacht, Rad.
**Beschreibung:** Einlagern, bis der Frühling kommt. In Oberfelden.

Aus derselben Stunde wird noch ein Film: das Abholen im März.`,
  },
  {
    assistant: 'opsie',
    name: 'answers in French',
    answer: `Le délai promis est d'un jour ouvré, du lundi au vendredi. Il manque le nom de l'outil qui reçoit les demandes ; je pars d'une simple boîte de courrier.

| Étape | Qui | Outil | Ce qui échoue |
|---|---|---|---|
| 1 | Le client écrit | boîte du support | le message arrive ailleurs |
| 2 | Toi, le matin | étiquette « à répondre » | un message lu sans étiquette |
| 3 | Toi, avant de fermer | la même liste | la liste n'est pas vide |

- **Trigger** : une demande arrive.
- **Conditions** : elle n'a pas encore l'étiquette.
- **Actions** : ajouter l'étiquette, puis la retirer avec la réponse.
- **If it fails** : chaque soir, une recherche des messages sans réponse ; pas de réponse, pas de soirée.

Fais-le à la main une semaine avant de l'automatiser.

Qui répond quand tu es malade ?`,
  },
  {
    assistant: 'data_analyst',
    name: 'answers in Spanish',
    answer: `Leo dos columnas: el mes y los menús servidos. Son 3 filas.

| Mes | Menús | Cambio |
|---|---|---|
| julio | 140 | |
| agosto | 60 | −80 |
| septiembre | 180 | +120 |
| **Total** | **380** | |

La suma es 140 + 60 + 180 = 380, y la media 126,7 menús por mes. El mayor cambio es el de septiembre: el triple que en agosto.

Nada parece un error, pero agosto puede ser sólo el verano: con tres filas no se sabe. Un gráfico de barras por mes basta, desde cero.

¿Tienes los mismos meses del año pasado?`,
  },
  {
    assistant: 'content_writer',
    name: 'describes a product by its facts',
    answer: `**The gray bowl**

Soup, salad, or the keys by the door. This bowl is thrown by hand from stoneware, and its gray shifts a little from piece to piece, because a person made it. It goes into the dishwasher and comes out the same.

People often give it to someone who has just moved. It costs $28.

Diameter: [cm]. Holds: [ml].

I began with what it is used for, because that is the picture a buyer needs. The material, the dishwasher and the price are your facts; the measurements are missing.

Another headline: **A bowl for the first evening**`,
  },
  {
    assistant: 'data_analyst',
    name: 'leaves a script to the one who codes',
    answer: `Before anything is deleted: a duplicate is a row in which *every* column is the same, and two lessons on one day can both be real. Count them first.

The script itself is a job for Code Helper. Paste this:

> Write a script for my spreadsheet that marks rows whose columns are all equal, without deleting them. The columns are [columns].

What are the columns of your sheet?`,
  },
  {
    assistant: 'research_assistant',
    name: 'answers in German',
    answer: `Kurz und sicher: Lieferungen gehen ab dem 1. Dezember 2026 nur noch über den Hof, denn die Zufahrt zur Mühlgasse ist werktags von 7 bis 10 Uhr gesperrt (aushang.pdf).

Offen ist:

- Bis wann gilt die Sperre? Das steht nicht darin; frag den, der den Aushang gemacht hat.
- Ist der Hof für größere Wagen breit genug?`,
  },
];
