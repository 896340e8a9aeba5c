import type { ComponentType } from 'react';
import type { Step, StepKind, StepOf } from '#contract/automations/steps.ts';
import { ApproveEditor } from './approve-editor.tsx';
import { AskEditor, AskFix } from './ask-editor.tsx';
import { ConditionEditor } from './condition-editor.tsx';
import { EmailEditor, EmailFix } from './email-editor.tsx';
import { LoopEditor } from './loop-editor.tsx';
import { NoteEditor } from './note-editor.tsx';
import { NotifyEditor } from './notify-editor.tsx';
import { PostEditor } from './post-editor.tsx';
import { SearchEditor } from './search-editor.tsx';
import { TemplateEditor, TemplateFix } from './template-editor.tsx';
import { WaitEditor } from './wait-editor.tsx';
import { WebhookEditor } from './webhook-editor.tsx';

type StepEditor<S extends Step> = {
  /** The fields of a step. */
  Editor: ComponentType<{ step: S }>;
  /** The way to mend a problem that has one, in place of "Fix it". */
  Fix?: ComponentType<{ step: S; text: string }>;
};

/** This doesn't compile if a kind is missing. */
const STEP_EDITORS: { [K in StepKind]: StepEditor<StepOf<K>> } = {
  approve: { Editor: ApproveEditor },
  ask: { Editor: AskEditor, Fix: AskFix },
  condition: { Editor: ConditionEditor },
  email: { Editor: EmailEditor, Fix: EmailFix },
  loop: { Editor: LoopEditor },
  note: { Editor: NoteEditor },
  notify: { Editor: NotifyEditor },
  post: { Editor: PostEditor },
  search: { Editor: SearchEditor },
  template: { Editor: TemplateEditor, Fix: TemplateFix },
  wait: { Editor: WaitEditor },
  webhook: { Editor: WebhookEditor },
};

export const editorOf = ({ kind }: Step): StepEditor<Step> => STEP_EDITORS[kind] as unknown as StepEditor<Step>; // reason: each kind’s editor takes steps of its kind
