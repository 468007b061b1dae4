import { useState } from 'react'
import type { Failure, HandUpload, Task, TimelineEntry } from '../../shared/task.ts'
import { request } from '../bridge/kiln.ts'
import { useNow } from '../bridge/use-now.ts'
import { useTimeline } from '../bridge/use-timeline.ts'
import { questionWords } from '../../shared/question-words.ts'
import { say, sayAgain } from '../../shared/words/say.ts'
import { Button } from '../ui/button.tsx'
import { CopyText } from '../ui/copy-text.tsx'
import { dayAndTime, dayWords, exactClockWords, isSameDay } from '../ui/figures.ts'
import { useAnnounce } from '../ui/live-region.tsx'
import { Timeline } from '../ui/timeline.tsx'
import { useFailureToast, useToast } from '../ui/toasts.tsx'
import { meetsNetworkTrouble } from './network-trouble.ts'
import { SendingQuestion } from './sending-question.tsx'
import styles from './task-details.module.css'

/** The story of a task, what is known of its failure, and all that can be done with it now. */
export function TaskDetails({
  task,
  onOpenResult,
  onSendAgain,
  onChooseFaces,
  onOpenAccount,
  onCheckConnection,
  isOnline
}: {
  readonly task: Task
  readonly onOpenResult: (itemId: string) => void
  readonly onSendAgain: () => void
  readonly onChooseFaces: () => void
  readonly onOpenAccount: () => void
  readonly onCheckConnection: () => void
  readonly isOnline: boolean
}) {
  const timeline = useTimeline(task.id)
  const announce = useAnnounce()
  const tellFailure = useFailureToast()
  const now = useNow(60_000)
  const copy = (text: string): void => {
    void request('clipboard.writeText', { text }).then(({ ok }) => announce(ok ? say('Copied') : say('Could not be copied')))
  }
  return (
    <div className={styles.details}>
      {task.question !== null && (
        <div className={styles.question}>
          <SendingQuestion
            words={questionWords(task.question)}
            onAgree={() => void request('task.agreeToPrice', { id: task.id }).then(tellFailure)}
            onTakeBack={() => void request('task.cancel', { id: task.id }).then(tellFailure)}
            onOpenAccount={onOpenAccount}
          />
        </div>
      )}
      {task.failure !== null && <FailureBox failure={task.failure} onCopy={copy} />}
      {task.handUpload !== null && <HandUploadBox taskId={task.id} upload={task.handUpload} onCopy={copy} />}
      {timeline.state === 'loading' && <div className={styles.loading} aria-busy="true" />}
      {timeline.state === 'failed' && (
        <p className="small ink-2">{say('The story could not be read: {message}', { message: timeline.message })}</p>
      )}
      {timeline.state === 'ready' && (
        <Timeline
          label={say('Story of {title}', { title: task.title })}
          steps={timeline.value.map((entry, place) => stepOf(entry, place, now, copy))}
        />
      )}
      <Actions
        task={task}
        onOpenResult={onOpenResult}
        onSendAgain={onSendAgain}
        onChooseFaces={onChooseFaces}
        onCheckConnection={meetsNetworkTrouble(task, isOnline) ? onCheckConnection : null}
      />
    </div>
  )
}

function Actions({
  task,
  onOpenResult,
  onSendAgain,
  onChooseFaces,
  onCheckConnection
}: {
  readonly task: Task
  readonly onOpenResult: (itemId: string) => void
  readonly onSendAgain: () => void
  readonly onChooseFaces: () => void
  /** Null: nothing is known to be amiss on the way. */
  readonly onCheckConnection: (() => void) | null
}) {
  const announce = useAnnounce()
  const tellFailure = useFailureToast()
  const toast = useToast()
  const [copied, setCopied] = useState(false)
  const [isSaving, setIsSaving] = useState(false)
  const [result] = task.results
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
    if (outcome.ok && outcome.value !== null) {
      toast({ title: say('The support bundle was saved'), words: say('Send it to the service. Your API key is not in it.'), icon: 'check' })
    }
  }
  return (
    <div className={styles.actions}>
      {result !== undefined && (
        <Button size="small" onClick={() => onOpenResult(result.id)}>
          {say('Open')}
        </Button>
      )}
      {task.phase === 'needs_input' && (
        <Button size="small" look="needs" icon="face" onClick={onChooseFaces}>
          {say('Choose faces')}
        </Button>
      )}
      {task.can.lookAgain && (
        <Button size="small" icon="refresh" onClick={() => void request('task.lookAgain', { id: task.id })}>
          {say('Look again')}
        </Button>
      )}
      {onCheckConnection !== null && (
        <Button size="small" onClick={onCheckConnection}>
          {say('Check the connection')}
        </Button>
      )}
      {task.can.sendAgain && (
        <Button size="small" icon="run-again" onClick={onSendAgain}>
          {say('Change and send again')}
        </Button>
      )}
      <Button size="small" icon={copied ? 'check' : 'copy'} onClick={() => void copyBundle()}>
        {copied ? say('Support bundle copied') : say('Copy support bundle')}
      </Button>
      <Button size="small" icon="download" busy={isSaving && say('Saving')} onClick={() => void saveBundle()}>
        {say('Save support bundle')}
      </Button>
      {task.can.cancel && task.question === null && (
        <Button size="small" look="quiet" icon="undo" onClick={() => void request('task.cancel', { id: task.id })}>
          {say('Take back')}
        </Button>
      )}
      <Button size="small" look="quiet" icon="hide" onClick={() => void request('task.hide', { id: task.id })}>
        {say('Hide')}
      </Button>
      {isUnderway && <span className="small ink-3">{say('It can’t be cancelled once the service has it.')}</span>}
    </div>
  )
}

/** The command as the service wrote it, to be read, copied and run by a person who trusts it. */
function HandUploadBox({
  taskId,
  upload,
  onCopy
}: {
  readonly taskId: string
  readonly upload: HandUpload
  readonly onCopy: (text: string) => void
}) {
  return (
    <section className={styles.byHand} aria-label={say('Upload command for {fileName}', { fileName: upload.fileName })}>
      <pre dir="ltr" className={styles.command} tabIndex={0}>
        {upload.command}
      </pre>
      <div className={styles.byHandActions}>
        <Button size="small" icon="copy" onClick={() => onCopy(upload.command)}>
          {say('Copy the command')}
        </Button>
        <Button size="small" icon="check" onClick={() => void request('task.uploadedByHand', { id: taskId })}>
          {say('I ran it')}
        </Button>
        <span className="small ink-3">{say('Run it in the folder of {fileName}.', { fileName: upload.fileName })}</span>
      </div>
    </section>
  )
}

function FailureBox({ failure, onCopy }: { readonly failure: Failure; readonly onCopy: (text: string) => void }) {
  const facts = [
    failure.serviceMessage === null ? null : { name: 'It said', value: `“${failure.serviceMessage}”` },
    ...failure.details.map((detail) => ({ name: detail.field, value: detail.message })),
    failure.errorType === null ? null : { name: 'Error', value: [failure.errorType, failure.httpStatus].filter(Boolean).join(', HTTP ') }
  ].filter((fact) => fact !== null)
  return (
    <div className={styles.failure}>
      <p className="strong">{sayAgain(failure.message)}</p>
      <p className={styles.advice}>{sayAgain(failure.advice)}</p>
      {(facts.length > 0 || failure.requestId !== null) && (
        <dl>
          {facts.map(({ name, value }) => [<dt key={`${name} name`}>{name}</dt>, <dd key={name}>{value}</dd>])}
          {failure.requestId !== null && (
            <>
              <dt>{say('Request id')}</dt>
              <dd>
                <CopyText what={say('request id')} text={failure.requestId} onCopy={onCopy} className="id" />
              </dd>
            </>
          )}
        </dl>
      )}
    </div>
  )
}

function stepOf(entry: TimelineEntry, place: number, now: number, onCopy: (text: string) => void) {
  const reference = entry.requestId ?? entry.reference
  return {
    key: `${entry.at} ${place}`,
    time: isSameDay(entry.at, now) ? exactClockWords(entry.at) : dayAndTime(dayWords(entry.at, now), exactClockWords(entry.at)),
    dateTime: new Date(entry.at).toISOString(),
    words: entry.words,
    tone: entry.tone,
    reference:
      reference === null ? null : (
        <CopyText isAtEnd what={entry.requestId === null ? say('reference') : say('request id')} text={reference} onCopy={onCopy}>
          {entry.requestId === null ? bothEnds(reference) : say('req {id}', { id: bothEnds(entry.requestId.replace(/^req[_-]?/, '')) })}
        </CopyText>
      )
  }
}

/** What one compares of a long key. */
function bothEnds(id: string): string {
  return id.length > 10 ? `${id.slice(0, 4)}…${id.slice(-4)}` : id
}
