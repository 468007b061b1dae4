import { useCallback, useEffect, useRef, useState } from 'react'
import type { FaceChoiceInput, FacesToChoose } from '../../shared/faces.ts'
import type { Task } from '../../shared/task.ts'
import { sentences } from '../../shared/words/join.ts'
import { say, sayAgain } from '../../shared/words/say.ts'
import { request } from '../bridge/kiln.ts'
import { shortcutWords } from '../bridge/shortcut-words.ts'
import { takeShortcut } from '../bridge/take-shortcut.ts'
import { useCapability } from '../bridge/use-session.ts'
import { useTask } from '../bridge/use-tasks.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { creditWords } from '../ui/figures.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { Kbd } from '../ui/kbd.tsx'
import { LiveRegion, useAnnounce } from '../ui/live-region.tsx'
import { Inspector, View } from '../ui/view.tsx'
import { FaceForm } from './face-form.tsx'
import { FaceList } from './face-list.tsx'
import { firstPicks, movedBy, picksOf, withFace, withoutReference, withReference, type FacePicks } from './face-picks.ts'
import { FaceStage } from './face-stage.tsx'
import { becomesWords, consequenceWords, foundWords } from './face-words.ts'
import styles from './faces-view.module.css'

export type FacesViewProps = {
  readonly taskId: string
  readonly onBack: () => void
  readonly onOpenTask: (taskId: string) => void
}

type Shown =
  | { readonly state: 'loading' }
  | { readonly state: 'ready'; readonly toChoose: FacesToChoose }
  | { readonly state: 'failed'; readonly message: string; readonly advice: string | null; readonly requestId: string | null }

/** The picture with the faces that were found, and who becomes whom. Sent once. */
export function FacesView({ taskId, onBack, onOpenTask }: FacesViewProps) {
  const task = useTask(taskId)
  const isWaiting = task?.phase === 'needs_input'
  const { shown, lookAgain } = useFaces(taskId, isWaiting)

  if (task !== null && isWaiting && shown.state === 'ready') {
    return <Choice key={taskId} task={task} toChoose={shown.toChoose} onBack={onBack} onSent={() => onOpenTask(taskId)} />
  }
  return (
    <View isFirst isStage label={say('Choose faces')} bar={<Head title={task?.title ?? say('Choose faces')} onBack={onBack} />}>
      {task === null || !isWaiting ? (
        <EmptyState
          icon="check"
          title={say('No choice is waited for any more')}
          actions={<Button onClick={() => onOpenTask(taskId)}>{say('Show the task')}</Button>}
        >
          {say('The task goes on by itself.')}
        </EmptyState>
      ) : shown.state === 'failed' ? (
        <EmptyState
          isCold
          title={shown.message}
          actions={
            <Button look="go" onClick={lookAgain}>
              {say('Look again')}
            </Button>
          }
        >
          {sentences(
            shown.advice ?? say('The task waits; nothing is lost.'),
            shown.requestId === null ? null : say('Request id {requestId}.', { requestId: shown.requestId })
          )}
        </EmptyState>
      ) : (
        <div className={styles.loading} role="status" aria-busy="true" aria-label={say('Reading the faces')} />
      )}
    </View>
  )
}

/** Asked for once it is known that the task waits; and again when a person says so. */
function useFaces(taskId: string, isWaiting: boolean): { readonly shown: Shown; readonly lookAgain: () => void } {
  const [shown, setShown] = useState<Shown>({ state: 'loading' })
  const newest = useRef(0)
  const look = useCallback(async () => {
    newest.current += 1
    const own = newest.current
    const outcome = await request('faces.read', { id: taskId })
    if (own !== newest.current) return
    setShown(
      outcome.ok
        ? { state: 'ready', toChoose: outcome.value }
        : { state: 'failed', message: outcome.message, advice: outcome.advice, requestId: outcome.requestId }
    )
  }, [taskId])
  useEffect(() => {
    if (isWaiting) void look()
    return () => {
      newest.current += 1
    }
  }, [isWaiting, look])
  return { shown, lookAgain: () => void look() }
}

function Head({ title, aside, onBack }: { readonly title: string; readonly aside?: string; readonly onBack: () => void }) {
  return (
    <>
      <IconButton label={say('Back')} icon="chevron-left" tooltipSide="bottom" onClick={onBack} />
      <div className={styles.title}>
        <h1 dir="auto" className="strong cut">
          {title}
        </h1>
        {aside !== undefined && <span className="ink-2">{aside}</span>}
      </div>
    </>
  )
}

type ChoiceProps = { readonly task: Task; readonly toChoose: FacesToChoose; readonly onBack: () => void; readonly onSent: () => void }

function Choice({ task, toChoose, onBack, onSent }: ChoiceProps) {
  const capability = useCapability(task.capability)
  const announce = useAnnounce()
  const [picks, setPicks] = useState(() => firstPicks(toChoose))
  const [isSending, setIsSending] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const { faces, references, way } = toChoose
  const chosen = picksOf(picks, faces)
  const credits = task.credits.required ?? task.credits.estimated

  function change(next: FacePicks): void {
    setRefusal(null)
    setPicks(next)
    const changed = faces.find(({ id }) => next.given.get(id) !== picks.given.get(id))
    const current = faces.find(({ id }) => id === next.current)
    if (changed !== undefined)
      announce(say('Face {number} {changed}', { number: changed.number, changed: becomesWords(changed, next, toChoose) }))
    else if (current !== undefined && next.current !== picks.current)
      announce(say('Face {number}, {current}', { number: current.number, current: becomesWords(current, next, toChoose) }))
  }

  async function send(choice: FaceChoiceInput): Promise<void> {
    if (isSending) return
    setIsSending(true)
    const outcome = await request('faces.choose', { id: task.id, choice })
    setIsSending(false)
    if (outcome.ok) return onSent()
    setRefusal(sentences(outcome.message, outcome.advice))
  }
  const use = (): void => {
    if (chosen.length > 0) void send({ kind: 'faces', picks: chosen })
    else announce(consequenceWords(picks, toChoose))
  }

  useEffect(() => {
    function keyDown(event: KeyboardEvent): void {
      if (
        way.kind !== 'faces' ||
        event.defaultPrevented ||
        document.querySelector('[role=dialog]') !== null ||
        (event.target instanceof HTMLElement && event.target.closest('input, textarea, [contenteditable]'))
      )
        return
      const face = faces[Number(event.key) - 1]
      const reference = references.find(({ letter }) => letter.toLowerCase() === event.key.toLowerCase())
      const { current } = picks
      const isOnButton = event.target instanceof HTMLElement && event.target.closest('button') !== null
      takeShortcut('faces', event, {
        back: onBack,
        face: face === undefined ? undefined : () => change(withFace(picks, face.id, toChoose)),
        reference: reference === undefined ? undefined : () => change(withReference(picks, reference.index, toChoose)),
        next: () => change(movedBy(picks, faces, 1)),
        previous: () => change(movedBy(picks, faces, -1)),
        give:
          current === null || isOnButton
            ? undefined
            : () => change(references.length > 1 ? withReference(picks, 0, toChoose) : withFace(picks, current, toChoose)),
        leave: current === null ? undefined : () => change(withoutReference(picks, current)),
        send: event.repeat ? undefined : use
      })
    }
    window.addEventListener('keydown', keyDown)
    return () => window.removeEventListener('keydown', keyDown)
  })

  return (
    <View
      isFirst
      isStage
      label={say('Choose faces: {title}', { title: task.title })}
      bar={<Head title={task.title} aside={foundWords(faces.length)} onBack={onBack} />}
      inspector={
        <Inspector
          label={say('Who becomes whom')}
          bar={
            <span className={styles.inspectorTitle}>{way.kind === 'faces' ? say('Who becomes whom') : say('What the service asks')}</span>
          }
          foot={
            way.kind === 'faces' && (
              <>
                {refusal !== null && (
                  <div className={styles.refusal}>
                    <Banner tone="failed" icon="warning" title={say('The choice was not sent')}>
                      {refusal}
                    </Banner>
                  </div>
                )}
                <p className={styles.consequence}>{consequenceWords(picks, toChoose)}</p>
                <Button
                  look="go"
                  size="big"
                  wide
                  price={credits === null ? null : creditWords(credits)}
                  busy={isSending && say('Sending')}
                  notReady={chosen.length === 0}
                  onNotReady={use}
                  onClick={use}
                >
                  {way.many ? say('Use these faces') : say('Use this face')}
                </Button>
              </>
            )
          }
        >
          {task.failure !== null && task.failure.errorType === null && toChoose.lastPicks.length > 0 && (
            <div className={styles.refusal}>
              <Banner tone="unknown" icon="unknown" title={sayAgain(task.failure.message)}>
                {sayAgain(task.failure.advice)}
              </Banner>
            </div>
          )}
          {way.kind === 'faces' ? (
            <FaceList toChoose={toChoose} picks={picks} onChange={change} />
          ) : (
            <FaceForm
              way={way}
              title={capability?.title ?? task.capability}
              isSending={isSending}
              refusal={refusal}
              onSend={(values) => void send({ kind: 'form', values })}
            />
          )}
        </Inspector>
      }
    >
      <FaceStage toChoose={toChoose} picks={picks} onFace={(id) => change(withFace(picks, id, toChoose))} />
      {way.kind === 'faces' && faces.length > 0 && (
        <div className={styles.keys} aria-hidden="true">
          <span>
            {faces.slice(0, 9).map(({ number }) => (
              <Kbd key={number}>{number}</Kbd>
            ))}
            {say('face')}
          </span>
          {references.length > 1 && (
            <span>
              {references.slice(0, 6).map(({ letter }) => (
                <Kbd key={letter}>{letter}</Kbd>
              ))}
              {say('reference')}
            </span>
          )}
          <span>
            <Kbd>{shortcutWords('faces', 'leave')}</Kbd>
            {say('leave as it is')}
          </span>
          <span>
            <Kbd>{shortcutWords('faces', 'send')}</Kbd>
            {say('use')}
          </span>
        </div>
      )}
      <LiveRegion>{foundWords(faces.length)}</LiveRegion>
    </View>
  )
}
