export async function textOf(argument) {
    if (argument !== '-')
        return argument ?? '';
    const chunks = [];
    for await (const chunk of process.stdin)
        chunks.push(chunk);
    return Buffer.concat(chunks).toString('utf8').replace(/\n$/, '');
}
