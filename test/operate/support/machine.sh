#!/bin/sh
# A separate machine: the files of this one through a copy that is thrown away, under a second systemd.
#   machine.sh <folder> <what is laid over it> <control group>
# The caller has made the namespaces: pid, mount, net, uts, ipc, cgroup.
set -e
# What stands on a machine before its operator comes can be read by its services, whatever the caller's umask is.
umask 022
dir=$1 over=$2 kind=$3
root=$dir/root
mkdir -p "$root" "$dir/copy"
mount -t tmpfs tmpfs "$dir/copy"
mkdir "$dir/copy/upper" "$dir/copy/work"
mount -t overlay overlay -o "lowerdir=/,upperdir=$dir/copy/upper,workdir=$dir/copy/work" "$root"
mount -t proc proc "$root/proc"
# The kernel is everybody's.
mount --bind "$root/proc/sys" "$root/proc/sys"
mount -o remount,bind,ro "$root/proc/sys"
mount -t sysfs -o ro sysfs "$root/sys"
mount -t "$kind" "$kind" "$root/sys/fs/cgroup"
mount --rbind /dev "$root/dev"
mount -t tmpfs tmpfs "$root/run"
mount -t tmpfs tmpfs "$root/tmp"
ip link set lo up
rm -rf "$root"/etc/systemd/system/*.wants "$root/etc/nginx/conf.d" "$root/etc/nginx/sites-enabled"
mkdir -p "$root/etc/nginx/conf.d" "$root/etc/nginx/sites-enabled" "$root/.before"
for unit in systemd-sysctl.service systemd-modules-load.service systemd-binfmt.service systemd-udevd.service \
  systemd-udev-trigger.service systemd-remount-fs.service systemd-tmpfiles-setup-dev.service kmod-static-nodes.service \
  proc-sys-fs-binfmt_misc.automount sys-kernel-debug.mount sys-kernel-tracing.mount sys-fs-fuse-connections.mount \
  dev-hugepages.mount dev-mqueue.mount tmp.mount; do
  ln -sf /dev/null "$root/etc/systemd/system/$unit"
done
chmod -R u=rwX,go=rX "$over"
cp -R "$over/." "$root/"
# What npm would fetch.
mkdir -p "$root/opt/npm-cache"
mount --bind "$dir/../npm-cache" "$root/opt/npm-cache"
cd "$root"
pivot_root . .before
umount -l /.before
# As a real machine's: systemd's own mounts reach its services.
mount --make-rshared /
exec env -i container=other PATH=/usr/sbin:/usr/bin:/sbin:/bin /lib/systemd/systemd --unit=basic.target
