import { expect, it } from 'vitest'
import { emptyHistoryEvent } from '../../../../electron/tasks/machine/history-event.ts'
import { supportBundleText } from '../../../../electron/tasks/machine/support-bundle.ts'
import type { TaskFailure } from '../../../../shared/task/task.ts'
import { sampleTask } from './sample-task.ts'

const failure = {
  code: 'service',
  params: {},
  serviceMessage: null,
  errorType: 'TASK_NOT_FOUND',
  httpStatus: 404,
  requestId: 'req_2',
  details: [],
  at: 2_000
} as unknown as TaskFailure

it('the support bundle has the request ID of the last error, even if the timeline omits this repetition', () => {
  const first = { ...emptyHistoryEvent, at: 1_000, kind: 'query-failed', phase: 'running', httpStatus: 404, requestId: 'req_1' } as const
  const textOf = (record: ReturnType<typeof sampleTask>) =>
    supportBundleText(record, [first], { baseUrl: null, appVersion: '1.0.0' }, () => '').split('\n')
  expect(textOf(sampleTask({ failure }))).toContain('Last error: 1970-01-01T00:00:02.000Z  404  TASK_NOT_FOUND  X-Request-Id req_2')
  expect(textOf(sampleTask())).toContain('Last error: none')
  expect(textOf(sampleTask())).toContain('1970-01-01T00:00:01.000Z  query-failed  running  404  X-Request-Id req_1')
})
