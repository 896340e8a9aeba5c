import type { Step } from '#contract/automations/steps.ts';
import { ApproveEditor } from './approve-editor.tsx';
import { AskEditor } from './ask-editor.tsx';
import { ConditionEditor } from './condition-editor.tsx';
import { EmailEditor } from './email-editor.tsx';
import { LoopEditor } from './loop-editor.tsx';
import { NoteEditor, NotifyEditor, PostEditor, SearchEditor } from './message-editors.tsx';
import { TemplateEditor } from './template-editor.tsx';
import { WaitEditor } from './wait-editor.tsx';
import { WebhookEditor } from './webhook-editor.tsx';

/** The fields of a step. */
export function StepEditor({ step }: { step: Step }) {
  switch (step.kind) {
    case 'ask':
      return <AskEditor step={step} />;
    case 'template':
      return <TemplateEditor step={step} />;
    case 'search':
      return <SearchEditor step={step} />;
    case 'wait':
      return <WaitEditor step={step} />;
    case 'email':
      return <EmailEditor step={step} />;
    case 'webhook':
      return <WebhookEditor step={step} />;
    case 'note':
      return <NoteEditor step={step} />;
    case 'post':
      return <PostEditor step={step} />;
    case 'notify':
      return <NotifyEditor step={step} />;
    case 'approve':
      return <ApproveEditor step={step} />;
    case 'condition':
      return <ConditionEditor step={step} />;
    case 'loop':
      return <LoopEditor step={step} />;
  }
}
