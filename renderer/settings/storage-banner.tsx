import { useState } from 'react'
import type { StorageState } from '../../shared/library/storage.ts'
import type { Task } from '../../shared/task/task.ts'
import { say } from '../../shared/i18n/say.ts'
import { request } from '../bridge/kiln.ts'
import { session } from '../bridge/session.ts'
import { useStorageState } from '../bridge/use-session.ts'
import { useTaskSummary } from '../bridge/use-tasks.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { useAnnounce } from '../ui/live-region.tsx'
import { useFailureToast } from '../ui/toasts.tsx'
import { storageBannerText } from './storage-text.ts'
import { useLibraryFolderChoice } from './use-library-folder-choice.ts'

/** Explains why results or the journal can't be saved, and offers fixes. Renders nothing if both can be saved. */
export function StorageBanner() {
  const storage = useStorageState()
  const waiting = useTaskSummary(countWaitingToBeSaved)
  const sayFailure = useFailureToast()
  const announce = useAnnounce()
  const { isChoosing, choose } = useLibraryFolderChoice()
  const [isChecking, setIsChecking] = useState(false)
  const facts = storage === null ? null : storageBannerText(storage, waiting)
  if (facts === null) return null

  async function check() {
    setIsChecking(true)
    const outcome = await request('storage.checkAgain')
    setIsChecking(false)
    sayFailure(outcome)
    if (!outcome.ok) return
    save(outcome.value)
    announce(storageBannerText(outcome.value, waiting)?.title ?? say('Saving has resumed.'))
  }

  return (
    <Banner
      tone="held"
      icon="folder"
      title={facts.title}
      actions={
        <>
          <Button size="small" busy={isChecking && say('Checking…')} onClick={() => void check()}>
            {say('Check again')}
          </Button>
          {facts.isLibrary && (
            <Button size="small" variant="go" busy={isChoosing && say('Choosing a folder…')} onClick={() => void choose()}>
              {say('Choose another folder')}
            </Button>
          )}
        </>
      }
    >
      {facts.description}
    </Banner>
  )
}

function save(value: StorageState): void {
  session.setState({ storage: { state: 'ready', value } })
}

function countWaitingToBeSaved(tasks: readonly Task[]): number {
  return tasks.reduce((count, { phase, failure }) => (phase === 'collecting' && failure !== null ? count + 1 : count), 0)
}
