import { useState } from 'react'
import type { Capability } from '../../shared/form/capability.ts'
import type { TaskFailure, ManualUpload, Task } from '../../shared/task/task.ts'
import { request } from '../bridge/kiln.ts'
import { taskStore } from '../bridge/session.ts'
import { useCopyText } from '../media/use-copy-text.ts'
import { sendConfirmationText } from '../../shared/phrases/send-confirmation-phrases.ts'
import { say } from '../../shared/i18n/say.ts'
import { failureText } from '../../shared/phrases/failure-phrases.ts'
import { openConnectionCheck } from '../navigation/app-dialogs-store.ts'
import { openFormFromTask } from '../navigation/open-form.ts'
import { navigate } from '../navigation/route.ts'
import { Button } from '../ui/button.tsx'
import { CopyableText } from '../ui/copyable-text.tsx'
import { useAnnounce } from '../ui/live-region.tsx'
import { ScrollArea } from '../ui/scroll-area.tsx'
import { useFailureToast, useToast } from '../ui/toasts.tsx'
import { hasNetworkFailure } from './network-failure.ts'
import { taskSourcesText } from './task-sources-text.ts'
import { SendConfirmationPanel } from './send-confirmation-panel.tsx'
import styles from './task-details.module.css'
import { submittedTexts } from './submitted-texts.ts'
import { TaskResults } from './task-results.tsx'
import { TaskTimeline } from './task-timeline.tsx'
import { useTaskActions } from '../tasks/use-task-actions.ts'

/** The details of a task: its results, texts, failure, possible actions and timeline. */
export function TaskDetails({
  task,
  capability,
  isOnline
}: {
  readonly task: Task
  readonly capability: Capability | null
  readonly isOnline: boolean
}) {
  const { cancel } = useTaskActions()
  const copy = useCopyText()
  const tellFailure = useFailureToast()
  const { question } = task
  return (
    <div className={styles.details}>
      {question !== null && (
        <div className={styles.question}>
          <SendConfirmationPanel
            words={sendConfirmationText(question)}
            cancel={say('Cancel task')}
            onAgree={
              question.kind === 'limit'
                ? undefined
                : () => void request('task.agree', { id: task.id, question: question.kind }).then(tellFailure)
            }
            onCancel={() => cancel(task.id)}
          />
        </div>
      )}
      <TaskResults task={task} />
      <Texts task={task} capability={capability} />
      {task.failure !== null && <FailureBox failure={task.failure} onCopy={copy} />}
      {task.manualUpload !== null && <ManualUploadBox taskId={task.id} upload={task.manualUpload} onCopy={copy} />}
      <Actions task={task} isNetworkFailure={hasNetworkFailure(task, isOnline)} />
      <TaskTimeline task={task} onCopy={copy} />
    </div>
  )
}

/** The submitted texts of a task, in full, and the results that it comes from. Long texts scroll. */
function Texts({ task, capability }: { readonly task: Task; readonly capability: Capability | null }) {
  const texts = submittedTexts(capability, task.values)
  if (texts.length === 0 && task.from.length === 0) return null
  return (
    <dl className={styles.texts}>
      {texts.map(({ label, text }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd dir="auto" data-selectable>
            {text.length > longestTextInFull ? (
              <ScrollArea label={label} className={styles.longText}>
                {text}
              </ScrollArea>
            ) : (
              text
            )}
          </dd>
        </div>
      ))}
      {task.from.length > 0 && (
        <div>
          <dt>{say('Made from')}</dt>
          <dd dir="auto" data-selectable>
            {taskSourcesText(task.from, (id) => taskStore.get(id)?.title ?? null)}
          </dd>
        </div>
      )}
    </dl>
  )
}

/** Maximum length, in characters, of a text that is shown without scrolling. This is about six lines. */
const longestTextInFull = 800

function Actions({ task, isNetworkFailure }: { readonly task: Task; readonly isNetworkFailure: boolean }) {
  const { cancel, hide, unhide } = useTaskActions()
  const announce = useAnnounce()
  const tellFailure = useFailureToast()
  const toast = useToast()
  const [copied, setCopied] = useState(false)
  const [isSaving, setIsSaving] = useState(false)
  const isUnderway = task.taskId !== null && task.finishedAt === null
  async function copyBundle(): Promise<void> {
    const outcome = await request('task.copySupportBundle', { id: task.id })
    setCopied(outcome.ok)
    announce(outcome.ok ? say('Support bundle copied') : outcome.message)
  }
  async function saveBundle(): Promise<void> {
    setIsSaving(true)
    const outcome = await request('task.saveSupportBundle', { id: task.id })
    setIsSaving(false)
    tellFailure(outcome)
    if (outcome.ok && outcome.value) {
      toast({
        title: say('Support bundle saved'),
        description: say('Send the support bundle to the service. Your API key isn’t included.'),
        icon: 'check'
      })
    }
  }
  return (
    <div className={styles.actions}>
      {task.phase === 'needs_input' && (
        <Button size="small" variant="needs" icon="face" onClick={() => navigate({ view: 'faces', taskId: task.id })}>
          {say('Choose faces')}
        </Button>
      )}
      {task.can.checkAgain && (
        <Button size="small" icon="refresh" onClick={() => void request('task.checkAgain', { id: task.id })}>
          {say('Check again')}
        </Button>
      )}
      {isNetworkFailure && (
        <Button size="small" onClick={() => openConnectionCheck(null)}>
          {say('Check connection')}
        </Button>
      )}
      {task.can.sendAgain && (
        <Button size="small" icon="run-again" onClick={() => openFormFromTask(task.id)}>
          {say('Edit and resend')}
        </Button>
      )}
      <Button size="small" icon={copied ? 'check' : 'copy'} onClick={() => void copyBundle()}>
        {copied ? say('Support bundle copied') : say('Copy support bundle')}
      </Button>
      <Button size="small" icon="download" busy={isSaving && say('Saving…')} onClick={() => void saveBundle()}>
        {say('Save support bundle')}
      </Button>
      {task.can.cancel && task.question === null && (
        <Button size="small" variant="quiet" icon="undo" onClick={() => cancel(task.id)}>
          {say('Cancel task')}
        </Button>
      )}
      {task.can.hide && (
        <Button
          size="small"
          variant="quiet"
          icon={task.hidden ? 'undo' : 'hide'}
          onClick={() => (task.hidden ? unhide([task.id]) : hide([task.id]))}
        >
          {task.hidden ? say('Unhide task') : say('Hide task')}
        </Button>
      )}
      {isUnderway && <span className="small ink-3">{say('This task was accepted and can’t be cancelled.')}</span>}
    </div>
  )
}

/** Shows the service's upload command unchanged. A user who trusts the command can copy and run it. */
function ManualUploadBox({
  taskId,
  upload,
  onCopy
}: {
  readonly taskId: string
  readonly upload: ManualUpload
  readonly onCopy: (text: string) => void
}) {
  return (
    <section className={styles.byHand} aria-label={say('Upload command for {fileName}', { fileName: upload.fileName })}>
      <pre dir="ltr" className={styles.command} tabIndex={0}>
        {upload.command}
      </pre>
      <div className={styles.byHandActions}>
        <Button size="small" icon="copy" onClick={() => onCopy(upload.command)}>
          {say('Copy command')}
        </Button>
        <Button size="small" icon="check" onClick={() => void request('task.uploadedByHand', { id: taskId })}>
          {say('Mark as uploaded')}
        </Button>
        <span className="small ink-3">{say('Run the command in the folder that contains {fileName}.', { fileName: upload.fileName })}</span>
      </div>
    </section>
  )
}

function FailureBox({ failure, onCopy }: { readonly failure: TaskFailure; readonly onCopy: (text: string) => void }) {
  const { message, advice } = failureText(failure)
  const facts = [
    failure.serviceMessage === null ? null : { name: say('Service message'), value: `“${failure.serviceMessage}”` },
    ...failure.details.map((detail) => ({ name: detail.field, value: detail.message })),
    failure.errorType === null
      ? null
      : { name: say('Error'), value: [failure.errorType, failure.httpStatus].filter(Boolean).join(', HTTP ') }
  ].filter((fact) => fact !== null)
  return (
    <div className={styles.failure}>
      <p className="strong">{message}</p>
      <p className={styles.advice}>{advice}</p>
      {(facts.length > 0 || failure.requestId !== null) && (
        <dl>
          {facts.map(({ name, value }) => [<dt key={`${name} name`}>{name}</dt>, <dd key={name}>{value}</dd>])}
          {failure.requestId !== null && (
            <>
              <dt>{say('Request ID')}</dt>
              <dd>
                <CopyableText what={say('request ID')} text={failure.requestId} onCopy={onCopy} className="id" />
              </dd>
            </>
          )}
        </dl>
      )}
    </div>
  )
}
