-- preferences/answer-preferences.ts addPreferences
-- takes uuid, uuid, uuid, text, text, text, text, text, uuid, timestamp with time zone, text
-- returns nothing
insert into "answer_preferences" ("user_id", "id", "change_id", "assistant_type", "setting", "value", "source", "said_to", "conversation_id", "set_at", "prompt") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11);

-- preferences/answer-preferences.ts deleteOldPreferences
-- takes uuid, uuid
-- returns nothing
delete from answer_preferences where user_id = $1 and id in (
      select id from answer_preferences where user_id = $2 and ended_at is not null
      order by ended_at desc, id offset 200);

-- preferences/answer-preferences.ts endPreferences, preferences/answer-preferences.ts restorePreferences
-- takes timestamp with time zone, uuid, uuid, uuid
-- returns nothing
update "answer_preferences" set "ended_at" = $1, "ended_by" = $2 where "user_id" = $3 and "id" in ($4);

-- preferences/answer-preferences.ts listChangesOf
-- takes uuid, uuid
-- returns changeId uuid
select "change_id" as "changeId" from "answer_preferences" where "user_id" = $1 and "change_id" in ($2) group by "change_id" order by max("set_at") desc, "change_id";

-- preferences/answer-preferences.ts listPreferences
-- takes uuid, uuid
-- returns id uuid, changeId uuid, assistantId text, setting text, value text, source text, saidTo text, conversationId uuid, setAt timestamp with time zone
select "p"."id", "p"."change_id" as "changeId", "p"."assistant_type" as "assistantId", "p"."setting", "p"."value", "p"."source", "p"."said_to" as "saidTo", "conversations"."id" as "conversationId", "p"."set_at" as "setAt" from "answer_preferences" as "p" left join "conversations" on "conversations"."user_id" = $1 and "conversations"."id" = "p"."conversation_id" and "conversations"."deleted_at" is null where "p"."user_id" = $2 and "p"."ended_at" is null order by "p"."set_at", "p"."id";

-- preferences/answer-preferences.ts listPreferencesOfConversation
-- takes uuid, uuid, uuid, uuid, uuid
-- returns id uuid, changeId uuid, assistantId text, setting text, value text, isCurrent boolean, endedBy uuid, setAt timestamp with time zone
select "id", "change_id" as "changeId", "assistant_type" as "assistantId", "setting", "value", ended_at is null as "isCurrent", "ended_by" as "endedBy", "set_at" as "setAt" from "answer_preferences" where "user_id" = $1 and (change_id in (select question_id from turns where user_id = $2 and conversation_id = $3) or ended_by in (select question_id from turns where user_id = $4 and conversation_id = $5)) order by "set_at", "id";

-- preferences/answer-preferences.ts listSettingFacts
-- takes uuid, uuid, integer
-- returns id uuid
select "facts"."id" from "answer_preferences" as "p" inner join "facts" on "facts"."user_id" = $1 and "facts"."id" = "p"."change_id" where "p"."user_id" = $2 and "p"."ended_at" is null and "facts"."number" <= $3 group by "facts"."id" order by max("p"."set_at") desc, "facts"."id";

-- preferences/answer-preferences.ts listStoredPreferences
-- takes uuid, uuid, uuid
-- returns id uuid, changeId uuid, assistantId text, setting text, value text, isCurrent boolean, endedBy uuid, setAt timestamp with time zone
select "id", "change_id" as "changeId", "assistant_type" as "assistantId", "setting", "value", ended_at is null as "isCurrent", "ended_by" as "endedBy", "set_at" as "setAt" from "answer_preferences" where "user_id" = $1 and ("ended_at" is null or "change_id" = $2 or "ended_by" = $3) order by "set_at", "id";

-- preferences/answer-preferences.ts listTaughtPreferences
-- takes uuid, uuid, text, bigint
-- returns id uuid
select "id" from "answer_preferences" where "user_id" = $1 and "conversation_id" = $2 and "source" = $3 and "ended_at" is null order by "set_at" desc, "id" limit $4;
