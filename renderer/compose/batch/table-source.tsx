import type { Field } from '../../../shared/form/fields.ts'
import { say } from '../../../shared/i18n/say.ts'
import { request } from '../../bridge/kiln.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Select } from '../../ui/select.tsx'
import { Switch } from '../../ui/switch.tsx'
import { withColumnMapping, withTableSource } from './batch-input.ts'
import type { BatchSourceProps } from './batch-source-props.ts'
import styles from './sources.module.css'
import { rowCountText } from './batch-text.ts'

const notUsed = ''

/** Batch options that create a task for each row of a table. The user maps the columns to fields. */
export function TableSource({ capability, fields, batchRequest, onChange, onError }: BatchSourceProps) {
  const { found, columns } = batchRequest.table
  async function choose(): Promise<void> {
    const outcome = await request('batch.chooseTable', { capability: capability.id })
    if (!outcome.ok) onError(outcome)
    else if (outcome.value !== null) onChange(withTableSource(batchRequest, outcome.value))
  }
  async function setHeader(hasHeader: boolean): Promise<void> {
    if (found === null) return
    const outcome = await request('batch.inspectTable', { capability: capability.id, table: found.table, hasHeader })
    if (outcome.ok) onChange(withTableSource(batchRequest, outcome.value))
    else onError(outcome)
  }
  return (
    <>
      <p className={styles.words}>{say('Creates one task for each row of a table (CSV). Empty cells use the form’s values.')}</p>
      <div className={styles.source}>
        {found !== null && (
          <div className={styles.chosen}>
            <Icon name="table" size="s" />
            <div className="grow cut">
              <div dir="auto" className="strong cut">
                {found.name}
              </div>
              <div className="small ink-3 num">{rowCountText(found.rowCount, 'table')}</div>
            </div>
          </div>
        )}
        <Button icon={found === null ? 'table' : 'replace'} wide onClick={() => void choose()}>
          {found === null ? say('Choose a table…') : say('Choose another…')}
        </Button>
        {found === null && (
          <p className="small ink-3">
            {say('Or drop a table here. Cells can contain web addresses or names of files in the table’s folder.')}
          </p>
        )}
      </div>
      {found !== null && (
        <div className={styles.part}>
          <Switch
            label={say('First row contains column names')}
            checked={found.hasHeader}
            onChange={(hasHeader) => void setHeader(hasHeader)}
          />
        </div>
      )}
      {found !== null && (
        <section aria-label={say('Column mapping')}>
          <div className={styles.columnsHead}>
            <span>{say('Column')}</span>
            <span>{say('Field')}</span>
          </div>
          <ul className={styles.columns}>
            {found.columns.map(({ head, samples }, place) => (
              // A table may have two columns with the same heading, so the key needs the index.
              // oxlint-disable-next-line react/no-array-index-key
              <li key={`${place} ${head}`}>
                <div className={styles.column}>
                  <div dir="auto" className="strong cut">
                    {head}
                  </div>
                  <div dir="auto" className="small ink-3 cut">
                    {samples.join(' · ') || say('empty')}
                  </div>
                </div>
                <Select
                  label={say('Field for “{head}”', { head })}
                  options={[{ value: notUsed, label: say('Don’t use') }, ...fields.map(optionOf)]}
                  value={columns[place] ?? notUsed}
                  onChange={(name) => onChange(withColumnMapping(batchRequest, place, name === notUsed ? null : name))}
                />
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

function optionOf({ name, label }: Field): { readonly value: string; readonly label: string } {
  return { value: name, label }
}
