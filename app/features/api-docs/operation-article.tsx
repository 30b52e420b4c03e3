import type { ApiField, ApiOperation } from "../../../workers/app/api/reference";
import { curlExample, type ExampleValues, sdkExample } from "./examples";

/** One operation: what it takes, what it answers, and how to call it. */
export function OperationArticle({ operation, values }: { operation: ApiOperation; values: ExampleValues }) {
  const sdk = sdkExample(operation, values);
  return (
    <article id={operation.id} aria-labelledby={`${operation.id}-title`} className="scroll-mt-6 py-8">
      <h3 id={`${operation.id}-title`} className="text-[16px] leading-6 font-semibold">
        {operation.summary}
      </h3>
      <p className="mt-1 flex flex-wrap items-baseline gap-x-3 font-mono text-meta">
        <span className="font-semibold text-ink">{operation.method}</span>
        <span className="break-all">{operation.path}</span>
        <span className="font-sans text-muted">{accessText(operation)}</span>
      </p>
      <div className="mt-5 grid gap-x-10 gap-y-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
        <div className="grid content-start gap-5">
          <FieldList title="In the path" fields={operation.pathFields} />
          <FieldList title="In the query" fields={operation.queryFields} />
          <FieldList
            title={operation.bodyKind === "multipart" ? "Form fields" : "Body (JSON)"}
            fields={operation.bodyFields}
          />
          <FieldList title="Answer (JSON)" fields={operation.answerFields} showOptional={false} />
          {operation.answerFields.length === 0 && (
            <p className="text-meta text-muted">Answers {operation.answerTypes.join(", ")}.</p>
          )}
        </div>
        <div className="grid content-start gap-4">
          <Code title="HTTP" code={curlExample(operation, values)} />
          {sdk && <Code title="JavaScript" code={sdk} />}
        </div>
      </div>
    </article>
  );
}

function accessText(operation: ApiOperation): string {
  if (!operation.needsAccount) return "for anyone";
  return operation.permission === "admin" ? "for workspace admins" : "";
}

function FieldList({
  title,
  fields,
  showOptional = true,
}: {
  title: string;
  fields: ApiField[];
  showOptional?: boolean;
}) {
  if (fields.length === 0) return null;
  return (
    <section>
      <h4 className="text-meta font-semibold text-muted">{title}</h4>
      <dl className="mt-1 divide-y divide-hairline border-y border-hairline">
        {fields.map((field) => (
          <div key={field.name} className="flex flex-wrap items-baseline gap-x-3 py-1.5 text-meta">
            <dt className="font-mono break-all">{field.name}</dt>
            <dd className="min-w-0 break-words text-muted">
              {field.type}
              {showOptional && (field.required ? ", required" : "")}
              {field.note && `; ${field.note}`}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Code({ title, code }: { title: string; code: string }) {
  return (
    <figure className="min-w-0">
      <figcaption className="mb-1 text-meta text-muted">{title}</figcaption>
      <pre className="rounded-card border border-hairline bg-surface p-4 break-words whitespace-pre-wrap">
        <code className="font-mono text-meta leading-[22px]">{code}</code>
      </pre>
    </figure>
  );
}
