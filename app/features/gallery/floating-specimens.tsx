import { useState } from "react";
import { toast } from "sonner";
import { Button } from "~/ui/button";
import { ConfirmDialog, type ConfirmRequest } from "~/ui/confirm-dialog";
import { Dialog } from "~/ui/dialog";
import { Download, Trash2 } from "~/ui/icons";
import { Menu, MenuItem, MenuLabel, MenuSeparator } from "~/ui/menu";
import { TabPanel, Tabs } from "~/ui/tabs";
import { Tooltip } from "~/ui/tooltip";
import { Section } from "./section";

const WITH_INPUT: ConfirmRequest = {
  title: "Delete this workspace",
  description: "Everything in it goes. This cannot be undone.",
  confirmLabel: "Delete",
  destructive: true,
  input: { label: "Type DELETE to confirm", pattern: "DELETE", required: true },
};
const WITH_WAIT: ConfirmRequest = {
  title: "Replace the key",
  description: "Programs that use the old key stop working at once.",
  confirmLabel: "Replace",
  waitSeconds: 5,
};

export function FloatingSpecimens() {
  const [dialogOpen, setDialogOpen] = useState(false);
  const [confirm, setConfirm] = useState<ConfirmRequest>();
  const [tab, setTab] = useState("create");
  return (
    <Section title="What floats, and tabs">
      <Tooltip content="A short explanation">
        <Button>Tooltip</Button>
      </Tooltip>
      <Menu trigger={<Button>Menu</Button>}>
        <MenuLabel>Clip</MenuLabel>
        <MenuItem icon={<Download size={16} aria-hidden="true" />} keys="D">
          Download
        </MenuItem>
        <MenuSeparator />
        <MenuItem icon={<Trash2 size={16} aria-hidden="true" />} danger>
          Delete
        </MenuItem>
      </Menu>
      <Button onClick={() => setDialogOpen(true)}>Dialog</Button>
      <Button onClick={() => setConfirm(WITH_INPUT)}>Confirm with input</Button>
      <Button onClick={() => setConfirm(WITH_WAIT)}>Confirm with wait</Button>
      <Button onClick={() => toast.success("Your feedback has been submitted, thank you.")}>Toast</Button>
      <Button onClick={() => toast.error("Network error")}>Error toast</Button>
      <Button onClick={() => toast("3 items deleted", { action: { label: "Undo", onClick: () => {} } })}>
        Undo toast
      </Button>
      <Tabs
        label="Speech"
        className="w-full"
        value={tab}
        onValueChange={setTab}
        tabs={[
          { value: "create", label: "Create" },
          { value: "history", label: "History" },
        ]}
      >
        <TabPanel value="create">Write and generate.</TabPanel>
        <TabPanel value="history">Find it again.</TabPanel>
      </Tabs>
      <Dialog
        open={dialogOpen}
        onOpenChange={setDialogOpen}
        title="A dialog"
        description="On a phone it comes up as a sheet."
        footer={<Button onClick={() => setDialogOpen(false)}>Close</Button>}
      >
        <p>Its content scrolls when it is higher than the screen.</p>
      </Dialog>
      {confirm && (
        <ConfirmDialog
          open
          request={confirm}
          onCancel={() => setConfirm(undefined)}
          onConfirm={() => setConfirm(undefined)}
        />
      )}
    </Section>
  );
}
