import { isEmptyValue } from '../../../shared/fields.ts'
import { say } from '../../../shared/words/say.ts'
import { request } from '../../bridge/kiln.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Select } from '../../ui/select.tsx'
import { Switch } from '../../ui/switch.tsx'
import { mediaFieldsOf } from './batch-wish.ts'
import type { WayProps } from './way-props.ts'
import styles from './ways.module.css'
import { countedRows } from './batch-words.ts'

/** A task for each file of a folder. */
export function FolderWay({ capability, fields, values, wish, onChange, onTrouble }: WayProps) {
  const { folder } = wish
  const media = mediaFieldsOf(fields)
  const field = media.find(({ name }) => name === folder.field) ?? media[0]
  const { found } = folder
  async function choose(): Promise<void> {
    if (field === undefined) return
    const outcome = await request('batch.chooseFolder', { capability: capability.id, field: field.name })
    if (!outcome.ok) onTrouble(outcome)
    else if (outcome.value !== null) onChange({ ...wish, folder: { ...folder, field: field.name, found: outcome.value } })
  }
  async function fill(name: string): Promise<void> {
    onChange({ ...wish, folder: { ...folder, field: name } })
    if (found === null) return
    const outcome = await request('batch.lookAtFolder', { capability: capability.id, field: name, folder: found.folder })
    if (outcome.ok) onChange({ ...wish, folder: { ...folder, field: name, found: outcome.value } })
    else onTrouble(outcome)
  }
  const inSubfolders = found === null ? 0 : found.withSubfoldersCount - found.fileCount
  return (
    <>
      <p className={styles.words}>{say('Sends the form once for each file of a folder. Everything else is as the form has it.')}</p>
      <div className={styles.source}>
        {found !== null && (
          <div className={styles.chosen}>
            <Icon name="folder" size="s" />
            <div className="grow cut">
              <div dir="auto" className="strong cut">
                {found.name}
              </div>
              <div className="small ink-3 num">{countedRows(found.fileCount, 'folder')}</div>
            </div>
          </div>
        )}
        <Button icon={found === null ? 'folder' : 'replace'} wide onClick={() => void choose()}>
          {found === null ? say('Choose a folder…') : say('Choose another…')}
        </Button>
        {found === null && <p className="small ink-3">{say('Or drop it here.')}</p>}
      </div>
      {media.length > 1 && field !== undefined && (
        <Field label={say('Each file is')} className={styles.part}>
          {(control) => (
            <Select
              {...control}
              wide
              options={media.map(({ name, label }) => ({ value: name, label }))}
              value={field.name}
              onChange={(name) => void fill(name)}
            />
          )}
        </Field>
      )}
      {inSubfolders > 0 && (
        <div className={styles.part}>
          <Switch
            label={say('Sub-folders too')}
            help={say('{inSubfolders, plural, one {# file} other {# files}} more', { inSubfolders })}
            checked={folder.withSubfolders}
            onChange={(withSubfolders) => onChange({ ...wish, folder: { ...folder, withSubfolders } })}
          />
        </div>
      )}
      {found !== null && found.otherFiles > 0 && (
        <p className={styles.note}>
          {say('{count, plural, one {# file of other kinds is} other {# files of other kinds are}} left out.', { count: found.otherFiles })}
        </p>
      )}
      {field?.isMany === true && !isEmptyValue(values[field.name]) && (
        <p className={styles.note}>
          {say('What “{label}” holds in the form goes first in every row; the file of the folder comes after it.', { label: field.label })}
        </p>
      )}
    </>
  )
}
