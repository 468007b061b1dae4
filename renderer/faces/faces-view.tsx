import { useCallback, useEffect, useRef, useState } from 'react'
import type { FaceSelectionData } from '../../shared/task/faces.ts'
import { joinSentences } from '../../shared/i18n/join.ts'
import { say } from '../../shared/i18n/say.ts'
import { request } from '../bridge/kiln.ts'
import { useTask } from '../bridge/use-tasks.ts'
import { openTask } from '../navigation/open-task.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { View } from '../ui/view.tsx'
import { type FaceDraft, openFaceDraft } from './face-draft.ts'
import { FaceChoiceView, FacesHeader } from './face-choice-view.tsx'
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
    return <FaceChoiceView key={taskId} task={task} toChoose={shown.toChoose} draft={shown.draft} />
  }
  return (
    <View isFirst isStage label={say('Choose faces')} bar={<FacesHeader title={task?.title ?? say('Choose faces')} />}>
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
