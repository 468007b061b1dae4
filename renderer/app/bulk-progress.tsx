import { useStore } from 'zustand'
import { bulkJobStore, stopJob } from '../bridge/bulk-job-store.ts'
import { ProgressToast } from '../ui/progress-toast.tsx'

/** Progress of bulk operations, shown in every view. */
export function BulkProgress() {
  const jobs = useStore(bulkJobStore)
  return jobs.map(({ job, title, done, total, canStop, isStopping }) => (
    <ProgressToast key={job} title={title} done={done} total={total} isStopping={isStopping} onStop={canStop ? () => stopJob(job) : null} />
  ))
}
