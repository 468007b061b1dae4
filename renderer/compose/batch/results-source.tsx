import { useState } from 'react'
import { isEmptyValue } from '../../../shared/form/fields.ts'
import { valueNamed } from '../../../shared/form/fields/field-name.ts'
import { say } from '../../../shared/i18n/say.ts'
import { mediaPaths } from '../../../shared/library/media-paths.ts'
import { LibraryPicker } from '../../fields/library-picker.tsx'
import { allMediaFieldsOf } from '../../media/input-targets.ts'
import { Button } from '../../ui/button.tsx'
import { LabelledField } from '../../ui/field.tsx'
import { MediaCover } from '../../ui/media-cover.tsx'
import { TextArea } from '../../ui/text-field.tsx'
import type { BatchSourceProps } from './batch-source-props.ts'
import { MediaFieldSelect } from './media-field-select.tsx'
import styles from './sources.module.css'

/** Number of results with a preview. The others are only counted. */
const maxPreviews = 11

/**
 * Batch options that create a task for each chosen library item. The form's main text can be edited here. Most forms need one, and the
 * dialog may open before the user has seen the form.
 */
export function ResultsSource({ capability, values, text, batchRequest, onChange }: BatchSourceProps) {
  const [isPicking, setIsPicking] = useState(false)
  const { results } = batchRequest
  const media = allMediaFieldsOf(capability)
  const field = media.find(({ name }) => name === results.field) ?? media[0]
  if (field === undefined) return null
  const { itemIds } = results
  const previews = itemIds.slice(0, itemIds.length > maxPreviews + 1 ? maxPreviews : undefined)
  const change = (next: Partial<typeof results>): void => onChange({ ...batchRequest, results: { ...results, field: field.name, ...next } })
  const written = text === null ? undefined : values[text.field.name]
  return (
    <>
      <p className={styles.words}>{say('Creates one task for each chosen result. All other values come from the form.')}</p>
      {text !== null && (
        <LabelledField label={text.field.label} className={styles.text} help={say('Used for every task, and kept in the form.')}>
          {(control) => (
            <TextArea
              {...control}
              rows={3}
              value={typeof written === 'string' ? written : ''}
              onChange={(event) => text.onChange(event.target.value)}
            />
          )}
        </LabelledField>
      )}
      {itemIds.length > 0 && (
        <div
          role="img"
          aria-label={say('{count, plural, one {# result} other {# results}}', { count: itemIds.length })}
          className={styles.previews}
        >
          {previews.map((id) => (
            <MediaCover
              key={id}
              medium={field.medium ?? 'image'}
              thumbnail={mediaPaths.thumbnail(id)}
              source={mediaPaths.result(id)}
              className={styles.preview}
            />
          ))}
          {previews.length < itemIds.length && (
            <span className={styles.others}>{say('{count, number} more', { count: itemIds.length - previews.length })}</span>
          )}
        </div>
      )}
      <div className={styles.source}>
        <Button icon="library" wide onClick={() => setIsPicking(true)}>
          {itemIds.length === 0 ? say('Choose results…') : say('Add results…')}
        </Button>
        {itemIds.length > 0 && (
          <Button variant="quiet" wide onClick={() => change({ itemIds: [] })}>
            {say('Remove all')}
          </Button>
        )}
      </div>
      <MediaFieldSelect label={say('Use each result as')} fields={media} field={field} onChange={(name) => change({ field: name })} />
      {field.isMany && !isEmptyValue(valueNamed(values, field.name)) && (
        <p className={styles.note}>
          {say('In every row, files already in “{label}” come first. The result follows.', { label: field.label })}
        </p>
      )}
      {isPicking && (
        <LibraryPicker
          field={{ ...field, isMany: true }}
          onTake={(added) => change({ itemIds: [...itemIds, ...added.filter((id) => !itemIds.includes(id))] })}
          onClose={() => setIsPicking(false)}
        />
      )}
    </>
  )
}
