import { useCallback, useEffect, useRef, useState } from 'react'
import type { FaceSelectionInput, FaceSelectionData } from '../../shared/task/faces.ts'
import type { Task } from '../../shared/task/task.ts'
import { joinSentences } from '../../shared/i18n/join.ts'
import { say, translateStored } from '../../shared/i18n/say.ts'
import { isDialogOpen } from '../ui/is-dialog-open.ts'
import { request } from '../bridge/kiln.ts'
import { shortcutText } from '../shortcuts/shortcut-text.ts'
import { handleShortcut } from '../shortcuts/handle-shortcut.ts'
import { useCapability } from '../bridge/use-session.ts'
import { useTask } from '../bridge/use-tasks.ts'
import { openTask } from '../navigation/open-task.ts'
import { navigateBack } from '../navigation/route.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { formatCredits } from '../ui/format.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { Kbd } from '../ui/kbd.tsx'
import { LiveRegion, useAnnounce } from '../ui/live-region.tsx'
import { Inspector, View } from '../ui/view.tsx'
import { useRaiseToasts } from '../ui/use-raise-toasts.ts'
import { type FaceDraft, deleteFaceDraft, saveFaceDraft, openFaceDraft } from './face-draft.ts'
import { FaceForm } from './face-form.tsx'
import { FaceList } from './face-list.tsx'
import {
  assignFirstReference,
  initialPicks,
  moveToAdjacentFace,
  orderedPicks,
  selectFace,
  removeReference,
  assignReference,
  type FacePickState
} from './face-pick-state.ts'
import { FaceStage } from './face-stage.tsx'
import { faceReplacementText, selectionSummaryText, foundFacesText } from './face-text.ts'
import styles from './faces-view.module.css'

export type FacesViewProps = {
  readonly taskId: string
}

type Shown =
  | { readonly state: 'loading' }
  | { readonly state: 'ready'; readonly toChoose: FaceSelectionData; readonly draft: FaceDraft }
  | { readonly state: 'failed'; readonly message: string; readonly advice: string | null; readonly requestId: string | null }

/** View for choosing a replacement for each detected face. The selection is sent only once. */
export function FacesView({ taskId }: FacesViewProps) {
  const task = useTask(taskId)
  const isWaiting = task?.phase === 'needs_input'
  const { shown, reload } = useFaces(taskId, isWaiting)

  if (task !== null && isWaiting && shown.state === 'ready') {
    return <Choice key={taskId} task={task} toChoose={shown.toChoose} draft={shown.draft} />
  }
  return (
    <View isFirst isStage label={say('Choose faces')} bar={<Head title={task?.title ?? say('Choose faces')} />}>
      {task === null || !isWaiting ? (
        <EmptyState
          icon="check"
          title={say('Face selection no longer needed')}
          actions={<Button onClick={() => openTask(taskId)}>{say('Show task')}</Button>}
        >
          {say('Check the task’s status in the queue.')}
        </EmptyState>
      ) : shown.state === 'failed' ? (
        <EmptyState
          isCold
          title={shown.message}
          actions={
            <Button variant="go" onClick={reload}>
              {say('Check again')}
            </Button>
          }
        >
          {joinSentences(
            shown.advice ?? say('The task is still waiting. Nothing is lost.'),
            shown.requestId === null ? null : say('Request ID {requestId}.', { requestId: shown.requestId })
          )}
        </EmptyState>
      ) : (
        <div className={styles.loading} role="status" aria-busy="true" aria-label={say('Loading faces…')} />
      )}
    </View>
  )
}

/** Loads the faces when the task waits for a selection. `reload` loads them again. */
function useFaces(taskId: string, isWaiting: boolean): { readonly shown: Shown; readonly reload: () => void } {
  const [shown, setShown] = useState<Shown>({ state: 'loading' })
  const newest = useRef(0)
  const look = useCallback(async () => {
    newest.current += 1
    const own = newest.current
    const [outcome, draft] = await Promise.all([request('faces.read', { id: taskId }), openFaceDraft(taskId)])
    if (own !== newest.current) return
    setShown(
      outcome.ok
        ? { state: 'ready', toChoose: outcome.value, draft }
        : { state: 'failed', message: outcome.message, advice: outcome.advice, requestId: outcome.requestId }
    )
  }, [taskId])
  useEffect(() => {
    if (isWaiting) void look()
    return () => {
      newest.current += 1
    }
  }, [isWaiting, look])
  return { shown, reload: () => void look() }
}

function Head({ title, aside }: { readonly title: string; readonly aside?: string }) {
  return (
    <>
      <IconButton label={say('Back')} icon="chevron-left" tooltipSide="bottom" onClick={navigateBack} />
      <div className={styles.title}>
        <h1 dir="auto" className="strong cut">
          {title}
        </h1>
        {aside !== undefined && <span className="ink-2">{aside}</span>}
      </div>
    </>
  )
}

type ChoiceProps = {
  readonly task: Task
  readonly toChoose: FaceSelectionData
  readonly draft: FaceDraft
}

function Choice({ task, toChoose, draft }: ChoiceProps) {
  useRaiseToasts()
  const capability = useCapability(task.capability)
  const announce = useAnnounce()
  const [picks, setPicks] = useState(() => initialPicks(toChoose, draft.picks))
  const [typed, setTyped] = useState(draft.typed)
  const [isSending, setIsSending] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const useButton = useRef<HTMLButtonElement>(null)
  const { faces, references, mode } = toChoose
  const chosen = orderedPicks(picks, faces)
  const credits = task.credits.required ?? task.credits.estimated

  function change(next: FacePickState): void {
    setRefusal(null)
    setPicks(next)
    saveFaceDraft(task.id, { picks: orderedPicks(next, faces), typed })
    const changed = faces.find(({ id }) => next.given.get(id) !== picks.given.get(id))
    const current = faces.find(({ id }) => id === next.current)
    if (changed !== undefined)
      announce(say('Face {number} {changed}', { number: changed.number, changed: faceReplacementText(changed, next, toChoose) }))
    else if (current !== undefined && next.current !== picks.current)
      announce(say('Face {number}, {current}', { number: current.number, current: faceReplacementText(current, next, toChoose) }))
  }

  function type(name: string, text: string): void {
    const next = { ...typed, [name]: text }
    setTyped(next)
    saveFaceDraft(task.id, { picks: orderedPicks(picks, faces), typed: next })
  }

  async function send(choice: FaceSelectionInput): Promise<void> {
    if (isSending) return
    setIsSending(true)
    const outcome = await request('faces.choose', { id: task.id, choice })
    setIsSending(false)
    if (outcome.ok) {
      deleteFaceDraft(task.id)
      return openTask(task.id)
    }
    setRefusal(joinSentences(outcome.message, outcome.advice))
  }
  const use = (): void => {
    if (chosen.length > 0) void send({ kind: 'faces', picks: chosen })
    else announce(selectionSummaryText(picks, toChoose))
  }

  useEffect(() => {
    function keyDown(event: KeyboardEvent): void {
      if (
        mode.kind !== 'faces' ||
        event.defaultPrevented ||
        isDialogOpen() ||
        (event.target instanceof HTMLElement && event.target.closest('input, textarea, [contenteditable]'))
      )
        return
      const face = faces[Number(event.key) - 1]
      const reference = references.find(({ letter }) => letter.toLowerCase() === event.key.toLowerCase())
      const button = event.target instanceof HTMLElement ? event.target.closest('button') : null
      const current = button?.dataset['face'] ?? picks.current
      const isOnOtherButton = button !== null && button.dataset['face'] === undefined
      handleShortcut('faces', event, {
        back: navigateBack,
        face: face === undefined ? undefined : () => change(selectFace(picks, face.id, toChoose)),
        reference: reference === undefined ? undefined : () => change(assignReference(picks, reference.index, toChoose)),
        next: () => change(moveToAdjacentFace(picks, faces, 1)),
        previous: () => change(moveToAdjacentFace(picks, faces, -1)),
        give:
          current === null || isOnOtherButton
            ? undefined
            : () => {
                const next = assignFirstReference({ ...picks, current }, toChoose)
                if (next === null) useButton.current?.focus()
                else change(next)
              },
        leave: current === null ? undefined : () => change(removeReference(picks, current)),
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
      bar={<Head title={task.title} aside={foundFacesText(faces.length)} />}
      inspector={
        <Inspector
          label={say('Face selection')}
          bar={<span className={styles.inspectorTitle}>{mode.kind === 'faces' ? say('Face selection') : say('Input needed')}</span>}
          foot={
            mode.kind === 'faces' && (
              <>
                {refusal !== null && (
                  <div className={styles.refusal}>
                    <Banner tone="failed" icon="warning" title={say('Your selection wasn’t sent')}>
                      {refusal}
                    </Banner>
                  </div>
                )}
                <p className={styles.consequence}>{selectionSummaryText(picks, toChoose)}</p>
                <Button
                  ref={useButton}
                  variant="go"
                  size="big"
                  wide
                  price={credits === null ? null : formatCredits(credits)}
                  busy={isSending && say('Sending…')}
                  notReady={chosen.length === 0}
                  onNotReady={use}
                  onClick={use}
                >
                  {say('Send selection')}
                </Button>
              </>
            )
          }
        >
          {task.failure !== null && task.failure.errorType === null && toChoose.lastPicks.length > 0 && (
            <div className={styles.refusal}>
              <Banner tone="unknown" icon="unknown" title={translateStored(task.failure.message)}>
                {translateStored(task.failure.advice)}
              </Banner>
            </div>
          )}
          {mode.kind === 'faces' ? (
            <FaceList toChoose={toChoose} picks={picks} onChange={change} />
          ) : (
            <FaceForm
              mode={mode}
              title={capability?.title ?? task.capability}
              typed={typed}
              onType={type}
              isSending={isSending}
              refusal={refusal}
              onSend={(values) => void send({ kind: 'form', values })}
            />
          )}
        </Inspector>
      }
    >
      <FaceStage toChoose={toChoose} picks={picks} onFace={(id) => change(selectFace(picks, id, toChoose))} />
      {mode.kind === 'faces' && faces.length > 0 && (
        <div className={styles.keys} aria-hidden="true">
          <span>
            {faces.slice(0, 9).map(({ number }) => (
              <Kbd key={number}>{number}</Kbd>
            ))}
            {say('select face')}
          </span>
          {references.length > 1 && (
            <span>
              {references.slice(0, 6).map(({ letter }) => (
                <Kbd key={letter}>{letter}</Kbd>
              ))}
              {say('use this face')}
            </span>
          )}
          <span>
            <Kbd>{shortcutText('faces', 'leave')}</Kbd>
            {say('leave unchanged')}
          </span>
          <span>
            <Kbd>{shortcutText('faces', 'send')}</Kbd>
            {say('send')}
          </span>
        </div>
      )}
      <LiveRegion>{foundFacesText(faces.length)}</LiveRegion>
    </View>
  )
}
