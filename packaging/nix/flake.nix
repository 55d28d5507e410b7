# Snapback for Nix, from the archive that scripts/package tar makes, in the folder of this file:
#   nix run .#snapback -- demo
# Checked by scripts/test recipes: nix-instantiate parses it. Not checked: the build.
{
  description = "Snapback: touch feel of UIKit for kiosks and instrument panels";

  inputs.nixpkgs.url = "github:NixOS/nixpkgs/nixos-25.05";

  outputs = { self, nixpkgs }:
    let
      version = "0.2.0";
      pkgs = nixpkgs.legacyPackages.x86_64-linux;
    in
    {
      packages.x86_64-linux = rec {
        default = snapback;
        snapback = pkgs.stdenv.mkDerivation {
          pname = "snapback";
          inherit version;
          src = ./. + "/snapback-${version}-amd64.tar.xz";
          nativeBuildInputs = [ pkgs.autoPatchelfHook ];
          buildInputs = [ pkgs.libevdev pkgs.systemd pkgs.stdenv.cc.cc.lib ];
          dontBuild = true;
          installPhase = ''
            runHook preInstall
            sh ./install.sh --prefix "$out" --sysconfdir "$out/etc"
            runHook postInstall
          '';
          meta = {
            license = pkgs.lib.licenses.asl20;
            platforms = [ "x86_64-linux" ];
            mainProgram = "snapback";
          };
        };
      };
    };
}
