import { isEmptyValue } from '../../../shared/form/fields.ts'
import { say } from '../../../shared/i18n/say.ts'
import { request } from '../../bridge/kiln.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Switch } from '../../ui/switch.tsx'
import { mediaFieldsOf } from './batch-input.ts'
import type { BatchSourceProps } from './batch-source-props.ts'
import { MediaFieldSelect } from './media-field-select.tsx'
import styles from './sources.module.css'
import { rowCountText } from './batch-text.ts'

/** Batch options that create a task for each file in a folder. */
export function FolderSource({ capability, fields, values, batchRequest, onChange, onError }: BatchSourceProps) {
  const { folder } = batchRequest
  const media = mediaFieldsOf(fields)
  const field = media.find(({ name }) => name === folder.field) ?? media[0]
  const { found } = folder
  async function choose(): Promise<void> {
    if (field === undefined) return
    const outcome = await request('batch.chooseFolder', { capability: capability.id, field: field.name })
    if (!outcome.ok) onError(outcome)
    else if (outcome.value !== null) onChange({ ...batchRequest, folder: { ...folder, field: field.name, found: outcome.value } })
  }
  async function fill(name: string): Promise<void> {
    onChange({ ...batchRequest, folder: { ...folder, field: name } })
    if (found === null) return
    const outcome = await request('batch.inspectFolder', { capability: capability.id, field: name, folder: found.folder })
    if (outcome.ok) onChange({ ...batchRequest, folder: { ...folder, field: name, found: outcome.value } })
    else onError(outcome)
  }
  const inSubfolders = found === null ? 0 : found.withSubfoldersCount - found.fileCount
  return (
    <>
      <p className={styles.words}>{say('Creates one task for each file in a folder. All other values come from the form.')}</p>
      <div className={styles.source}>
        {found !== null && (
          <div className={styles.chosen}>
            <Icon name="folder" size="s" />
            <div className="grow cut">
              <div dir="auto" className="strong cut">
                {found.name}
              </div>
              <div className="small ink-3 num">{rowCountText(found.fileCount, 'folder')}</div>
            </div>
          </div>
        )}
        <Button icon={found === null ? 'folder' : 'replace'} wide onClick={() => void choose()}>
          {found === null ? say('Choose a folder…') : say('Choose another…')}
        </Button>
        {found === null && <p className="small ink-3">{say('Or drop a folder here.')}</p>}
      </div>
      {field !== undefined && (
        <MediaFieldSelect label={say('Use each file as')} fields={media} field={field} onChange={(name) => void fill(name)} />
      )}
      {inSubfolders > 0 && (
        <div className={styles.part}>
          <Switch
            label={say('Include subfolders')}
            help={say('{inSubfolders, plural, one {# more file} other {# more files}}', { inSubfolders })}
            checked={folder.withSubfolders}
            onChange={(withSubfolders) => onChange({ ...batchRequest, folder: { ...folder, withSubfolders } })}
          />
        </div>
      )}
      {found !== null && found.otherFiles > 0 && (
        <p className={styles.note}>
          {say('{count, plural, one {# file of another type is} other {# files of other types are}} skipped.', { count: found.otherFiles })}
        </p>
      )}
      {field?.isMany === true && !isEmptyValue(values[field.name]) && (
        <p className={styles.note}>
          {say('In every row, files already in “{label}” come first. The file from the folder follows.', { label: field.label })}
        </p>
      )}
    </>
  )
}
