import { z } from 'zod';

/**
 * Something that a teammate can do while it answers. The schema checks the arguments; its descriptions are for the
 * model.
 */
export type TurnTool = { name: string; description: string; schema: z.ZodType };

/** Not every provider accepts these. Ours are checked when a call is read. */
const LEFT_OUT = ['minLength', 'maxLength', 'maxItems', 'minimum', 'maximum', 'pattern', 'format', 'default'] as const;

/** How the model is told of a tool: its arguments as a JSON Schema. */
export const toModelTool = ({ name, description, schema }: TurnTool) => ({
  name,
  description,
  inputSchema: z.toJSONSchema(schema, {
    override: ({ jsonSchema }) => {
      for (const key of LEFT_OUT) delete jsonSchema[key];
    },
  }) as Record<string, unknown>, // reason: a JSON Schema is a JSON object
});
