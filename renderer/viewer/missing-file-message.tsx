import { useEffect, useRef, useState } from 'react'
import type { TaskResult, Task } from '../../shared/task/task.ts'
import { say } from '../../shared/i18n/say.ts'
import { request } from '../bridge/kiln.ts'
import { session } from '../bridge/session.ts'
import { useStorageState } from '../bridge/use-session.ts'
import { openTask } from '../navigation/open-task.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { useFailureToast } from '../ui/toasts.tsx'
import { useResultLocation } from './use-result-location.ts'

export type MissingFileMessageProps = {
  readonly task: Task
  readonly result: TaskResult
  /** False if the result isn't from a task in the queue. Kiln then can't download the file again. */
  readonly isInQueue: boolean
  /** Called to show the file when it may be available again. */
  readonly onThere: () => void
}

/**
 * Shown in place of a result whose file can't be read. Lists possible causes and ways to get the file back. Downloading it again is free.
 */
export function MissingFileMessage({ task, result, isInQueue, onThere }: MissingFileMessageProps) {
  const sayFailure = useFailureToast()
  const storage = useStorageState()
  const [isFetching, setIsFetching] = useState(false)
  const [search, setSearch] = useState<'none' | 'searching' | 'not-found'>('none')
  const location = useResultLocation(result)
  const isFolderAway = storage !== null && storage.library === 'missing' && location?.startsWith(storage.libraryFolder) === true

  // Checks the storage again, because the drive may have been removed since the last check. If the drive is available again, the file is
  // shown.
  useEffect(() => {
    void request('storage.checkAgain').then((outcome) => {
      if (outcome.ok) session.setState({ storage: { state: 'ready', value: outcome.value } })
    })
  }, [])
  const wasAway = useRef(isFolderAway)
  useEffect(() => {
    if (wasAway.current && !isFolderAway) onThere()
    wasAway.current = isFolderAway
  }, [isFolderAway, onThere])

  /** Searches the library folder. A file that was moved or renamed there is recognised by its content. */
  async function searchFile() {
    setSearch('searching')
    const looked = await request('library.look')
    const item = await request('library.item', { id: result.id })
    sayFailure(looked)
    if (item.ok && item.value.state !== 'missing') onThere()
    else setSearch('not-found')
  }
  async function fetchAgain() {
    setIsFetching(true)
    const outcome = await request('recovery.fetchAgain', { id: task.id })
    setIsFetching(false)
    sayFailure(outcome)
    if (outcome.ok) openTask(task.id)
  }

  if (location === null) return null
  return (
    <EmptyState
      icon="image-off"
      title={isFolderAway ? say('The library folder can’t be found') : say('The file can’t be found')}
      actions={
        <>
          <Button busy={search === 'searching' && say('Searching…')} onClick={() => (isFolderAway ? onThere() : void searchFile())}>
            {say('Check again')}
          </Button>
          {!isInQueue ? null : isFolderAway ? (
            <Button onClick={() => openTask(task.id)}>{say('Show task')}</Button>
          ) : (
            <Button variant="go" icon="download" busy={isFetching && say('Checking…')} onClick={() => void fetchAgain()}>
              {say('Download again')}
            </Button>
          )}
        </>
      }
    >
      {search === 'not-found' && <p role="status">{say('Kiln searched its folders and didn’t find this file.')}</p>}
      {!isInQueue
        ? say(
            '{path} was moved, renamed or deleted, or its drive isn’t connected. This file isn’t from a task in the queue, so Kiln can’t download it again.',
            { path: location }
          )
        : isFolderAway
          ? say(
              'Connect the drive that contains {path}. If you no longer have it, choose another library folder. You can then download the file again for free.',
              { path: location }
            )
          : say(
              'The file was at {path}. It was moved, renamed or deleted, or its drive isn’t connected. Downloading the file again is free.',
              { path: location }
            )}
    </EmptyState>
  )
}
