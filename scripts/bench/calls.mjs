/** Lets a parent process call these functions over its channel. */
export function serveCalls(functions) {
  const serve = async ({ id, name, input }) => {
    try {
      process.send({ id, value: await functions[name](input) });
    } catch (error) {
      process.send({ id, error: String(error?.stack ?? error) });
    }
  };
  process.on('message', (call) => void serve(call));
  // Ends the helper when the bench ends.
  process.on('disconnect', () => process.exit(0));
}

/** Calls functions that a child process serves. */
export function callsOf(child) {
  const open = new Map();
  let last = 0;
  child.on('message', ({ id, value, error }) => {
    const call = open.get(id);
    open.delete(id);
    if (error) call?.reject(new Error(error));
    else call?.resolve(value);
  });
  child.on('exit', (code) => {
    for (const { reject } of open.values()) reject(new Error(`a helper process ended with code ${code}`));
  });
  return (name, input) => {
    last += 1;
    const id = last;
    return new Promise((resolve, reject) => {
      open.set(id, { resolve, reject });
      child.send({ id, name, input });
    });
  };
}
