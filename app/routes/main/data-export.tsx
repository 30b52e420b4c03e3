import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { exportFileName } from "~/domains/accounts/data-export/rules";
import { requireUser } from "~/features/accounts/session.server";
import { AppError } from "~/lib/app-error";

/** The zip of somebody's data, for the browser in which they are signed in. */
export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const { userId, supportAccessId } = await requireUser(request, context);
  // Support may look, but takes nothing along.
  if (supportAccessId !== null) throw new Response(null, { status: 403 });
  try {
    const { file, createdAtMs } = await context.services.accounts.dataExport.open(userId, params.exportId ?? "");
    return new Response(file.body, {
      headers: {
        "Content-Type": "application/zip",
        "Content-Length": String(file.size),
        "Content-Disposition": `attachment; filename="${exportFileName(createdAtMs)}"`,
        "Cache-Control": "no-store",
      },
    });
  } catch (error) {
    if (error instanceof AppError) throw new Response(error.userMessage, { status: error.status });
    throw error;
  }
}
