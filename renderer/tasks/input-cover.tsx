import type { ReactNode } from 'react'
import { useEffect, useState } from 'react'
import { mediaReferencesIn } from '../../shared/form/fields.ts'
import { isItemReference } from '../../shared/form/values.ts'
import { mediaPaths } from '../../shared/library/media-paths.ts'
import type { Task } from '../../shared/task/task.ts'
import { request } from '../bridge/kiln.ts'
import { ImageFrame } from '../ui/image-frame.tsx'

/** URL of the first image among a task's local files, by task ID and field. A task's files don't change. */
const known = new Map<string, Promise<string | null>>()

type InputCoverProps = {
  readonly task: Pick<Task, 'id' | 'values'>
  readonly className?: string | undefined
  /** Only an input of this field is shown. By default, the first input in the values. */
  readonly field?: string | undefined
  /** True to show the whole image instead of a cropped thumbnail. */
  readonly isWhole?: boolean
  /** Shown if the task has no image among its inputs. */
  readonly children: ReactNode
}

/** Shows the first input of a task that has no result. The caller sets the size. */
export function InputCover({ task, field: only, className, isWhole = false, children }: InputCoverProps) {
  const first = mediaReferencesIn(task.values).find(({ field }) => only === undefined || field === only)
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
    <LocalCover key={task.id} taskId={task.id} field={only} isWhole={isWhole} className={className}>
      {children}
    </LocalCover>
  )
}

function LocalCover({
  taskId,
  field,
  isWhole,
  className,
  children
}: Omit<InputCoverProps, 'task'> & { readonly taskId: string; readonly isWhole: boolean }) {
  const [address, setAddress] = useState<string | null>(null)
  useEffect(() => {
    let isCurrent = true
    void firstImage(taskId, field).then((found) => isCurrent && setAddress(found))
    return () => {
      isCurrent = false
    }
  }, [taskId, field])
  return address === null ? children : <ImageFrame src={address} alt="" fit={isWhole ? 'contain' : 'cover'} isLazy className={className} />
}

function firstImage(taskId: string, field: string | undefined): Promise<string | null> {
  const key = `${taskId} ${field ?? ''}`
  const asked = known.get(key) ?? openFirstImage(taskId, field, key)
  known.set(key, asked)
  return asked
}

async function openFirstImage(taskId: string, only: string | undefined, key: string): Promise<string | null> {
  const outcome = await request('media.reopen', { taskId })
  if (outcome.ok)
    return (
      outcome.value.find(({ field, media }) => media.facts.medium === 'image' && (only === undefined || field === only))?.media
        .previewUrl ?? null
    )
  // Forgets the failed request, so that the next row tries again.
  known.delete(key)
  return null
}
