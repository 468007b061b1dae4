import { useEffect, useState } from 'react'
import type { Capability } from '../../shared/form/capability.ts'
import { allFieldsOf } from '../../shared/form/fields.ts'
import { request } from '../bridge/kiln.ts'

/** Preview URLs by task ID. Kept for the session, because every `media.reopen` request returns new URLs for local files. */
const known = new Map<string, string | null>()

/**
 * Returns the preview URL of the image that a task changed. Null if the task didn't change an image, if the file is gone, or while loading.
 */
export function useInputImage(taskId: string, capability: Capability): string | null {
  const [url, setUrl] = useState(() => known.get(taskId) ?? null)
  useEffect(() => {
    const fields = changedImageFields(capability)
    if (fields.length === 0 || known.has(taskId)) return undefined
    let isCurrent = true
    void request('media.reopen', { taskId }).then((outcome) => {
      if (!outcome.ok) return
      const input = outcome.value.find(({ field, media }) => fields.includes(field) && media.facts.medium === 'image')
      known.set(taskId, input?.media.previewUrl ?? null)
      if (isCurrent) setUrl(input?.media.previewUrl ?? null)
    })
    return () => {
      isCurrent = false
    }
  }, [taskId, capability])
  return url
}

/**
 * Returns the names of the fields for the image that the capability edits. Excludes masks and reference faces, which aren't edited. Empty
 * if the capability's output isn't an image.
 */
export function changedImageFields(capability: Capability): readonly string[] {
  if (capability.output !== 'image') return []
  const fields = allFieldsOf(capability).flatMap((field) => {
    const isChanged = field.kind === 'media' && !field.isMask && (field.medium === 'image' || field.medium === null)
    return isChanged ? [field] : []
  })
  const required = fields.filter(({ isRequired }) => isRequired)
  const [first] = required.length > 0 ? required : fields
  return first?.kind === 'media' ? [first.name, ...(first.alsoNamed === null ? [] : [first.alsoNamed])] : []
}
