import type { ReactNode } from 'react'
import { useEffect, useState } from 'react'
import { mediaReferencesIn } from '../../shared/form/fields.ts'
import { isItemReference } from '../../shared/form/values.ts'
import { mediaPaths } from '../../shared/library/media-paths.ts'
import type { Task } from '../../shared/task/task.ts'
import { request } from '../bridge/kiln.ts'
import { ImageFrame } from '../ui/image-frame.tsx'

/** URLs of the first image among the local files of tasks, by task ID. A task's files don't change. */
const known = new Map<string, Promise<string | null>>()

type InputCoverProps = {
  readonly task: Pick<Task, 'id' | 'values'>
  readonly className?: string | undefined
  /** True to show the whole image instead of a cropped thumbnail. */
  readonly isWhole?: boolean
  /** Shown if the task has no image among its inputs. */
  readonly children: ReactNode
}

/** The first input of a task, for a task without a result. The caller sets the size. */
export function InputCover({ task, className, isWhole = false, children }: InputCoverProps) {
  const references = mediaReferencesIn(task.values)
  const [first] = references
  if (first === undefined) return children
  const { reference } = first
  if (isItemReference(reference))
    return (
      <ImageFrame
        src={isWhole ? mediaPaths.result(reference.item) : mediaPaths.thumbnail(reference.item)}
        alt=""
        icon="file"
        fit={isWhole ? 'contain' : 'cover'}
        isLazy
        className={className}
      />
    )
  return (
    <LocalCover key={task.id} taskId={task.id} isWhole={isWhole} className={className}>
      {children}
    </LocalCover>
  )
}

function LocalCover({
  taskId,
  isWhole,
  className,
  children
}: Omit<InputCoverProps, 'task'> & { readonly taskId: string; readonly isWhole: boolean }) {
  const [address, setAddress] = useState<string | null>(null)
  useEffect(() => {
    let isCurrent = true
    void firstImage(taskId).then((found) => isCurrent && setAddress(found))
    return () => {
      isCurrent = false
    }
  }, [taskId])
  return address === null ? children : <ImageFrame src={address} alt="" fit={isWhole ? 'contain' : 'cover'} isLazy className={className} />
}

function firstImage(taskId: string): Promise<string | null> {
  const asked = known.get(taskId) ?? openFirstImage(taskId)
  known.set(taskId, asked)
  return asked
}

async function openFirstImage(taskId: string): Promise<string | null> {
  const outcome = await request('media.reopen', { taskId })
  if (outcome.ok) return outcome.value.find(({ media }) => media.facts.medium === 'image')?.media.previewUrl ?? null
  // The next row asks again.
  known.delete(taskId)
  return null
}
