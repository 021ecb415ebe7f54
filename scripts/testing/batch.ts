// Loads several test files into one process; the runner names them.
const files = JSON.parse(process.env.TEST_FILES ?? '[]') as string[]
for (const file of files) await import(file)
