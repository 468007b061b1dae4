import { useEffect, useRef, useState } from 'react'
import type { Result, Task } from '../../shared/task.ts'
import { say } from '../../shared/words/say.ts'
import { request } from '../bridge/kiln.ts'
import { session } from '../bridge/session.ts'
import { useStorage } from '../bridge/use-session.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { useFailureToast } from '../ui/toasts.tsx'

export type MissingFileProps = {
  readonly task: Task
  readonly result: Result
  /** False: no task of ours made it, so there is nothing to fetch it by. */
  readonly isInQueue: boolean
  /** It may be there again: show it. */
  readonly onThere: () => void
  readonly onOpenTask: () => void
}

/** In the place of a result whose file can't be read: why that may be, and the ways to have it back. Fetching it again costs nothing. */
export function MissingFile({ task, result, isInQueue, onThere, onOpenTask }: MissingFileProps) {
  const sayFailure = useFailureToast()
  const storage = useStorage()
  const [isFetching, setIsFetching] = useState(false)
  const isFolderAway = storage !== null && storage.library === 'missing' && result.path.startsWith(storage.libraryFolder)

  // The drive may have gone since it was looked at last; when it is back, so is the file.
  useEffect(() => {
    void request('storage.lookAgain').then((outcome) => {
      if (outcome.ok) session.setState({ storage: { state: 'ready', value: outcome.value } })
    })
  }, [])
  const wasAway = useRef(isFolderAway)
  useEffect(() => {
    if (wasAway.current && !isFolderAway) onThere()
    wasAway.current = isFolderAway
  }, [isFolderAway, onThere])

  async function fetchAgain() {
    setIsFetching(true)
    const outcome = await request('recovery.fetchAgain', { id: task.id })
    setIsFetching(false)
    sayFailure(outcome)
    if (outcome.ok) onOpenTask()
  }

  return (
    <EmptyState
      icon="image-off"
      title={isFolderAway ? say('The library folder is not there') : say('The file is not there')}
      actions={
        <>
          <Button onClick={onThere}>{say('Look again')}</Button>
          {!isInQueue ? null : isFolderAway ? (
            <Button onClick={onOpenTask}>{say('Show its task')}</Button>
          ) : (
            <Button look="go" icon="download" busy={isFetching && say('Asking')} onClick={() => void fetchAgain()}>
              {say('Fetch it again')}
            </Button>
          )}
        </>
      }
    >
      {!isInQueue
        ? say('{path} was moved, renamed or deleted, or its drive is not connected. It was made elsewhere, so Kiln can’t fetch it again.', {
            path: result.path
          })
        : isFolderAway
          ? say(
              'It is at {path}. Connect its drive, and it is shown again. If the drive is gone for good, choose another library folder; then it can be fetched again, which costs nothing.',
              { path: result.path }
            )
          : say(
              'It was at {path}. It was moved, renamed or deleted, or its drive is not connected. Fetching it again from the service costs nothing.',
              { path: result.path }
            )}
    </EmptyState>
  )
}
